import { LanguageSwitcher } from './language-switcher.tsx';
import { ThemeSwitcher } from './theme-switcher.tsx';

/** Theme and language for people who are not signed in. */
export default function Preferences() {
  return (
    <>
      <ThemeSwitcher compact />
      <LanguageSwitcher />
    </>
  );
}
