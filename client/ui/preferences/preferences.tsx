import { LanguageSwitcher } from './language-switcher.tsx';
import { ThemeSwitcher } from './theme-switcher.tsx';

export default function Preferences() {
  return (
    <>
      <ThemeSwitcher compact />
      <LanguageSwitcher />
    </>
  );
}
