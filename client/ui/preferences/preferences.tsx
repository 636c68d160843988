import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#client/i18n/error-text.ts';
import { chooseLanguage, currentLanguage } from '#client/i18n/i18n.ts';
import { Segmented } from '#client/ui/form/segmented.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { type Language, languageCodes, languages } from '#shared/languages.ts';
import { chooseTheme, themeChoice, themeChoices } from './theme.ts';

export default function Preferences() {
  return (
    <>
      <ThemeSwitcher compact />
      <LanguageSwitcher />
    </>
  );
}

const icons = { system: Monitor, light: Sun, dark: Moon };

export function ThemeSwitcher({ compact }: { compact?: boolean }) {
  const { t } = useTranslation();
  const value = themeChoice.use();
  const options = themeChoices.map((choice) => ({
    value: choice,
    label: <span className={compact ? 'sr-only' : undefined}>{t(`theme.${choice}`)}</span>,
    icon: icons[choice],
  }));
  return (
    <Segmented label={t('theme.label')} value={value} options={options} onChange={chooseTheme} />
  );
}

type LanguageSwitcherProps = { onChange?: ((language: Language) => void) | undefined };

export function LanguageSwitcher({ onChange }: LanguageSwitcherProps) {
  const { t } = useTranslation();

  async function choose(language: Language) {
    try {
      if (await chooseLanguage(language)) onChange?.(language);
    } catch {
      toast('error', errorText('NETWORK_ERROR'));
    }
  }

  const current = currentLanguage();
  const options = languageCodes.map((code) => ({
    value: code,
    // Arabic in the system font: its web font would be loaded for a single word.
    label: (
      <span
        lang={code}
        style={
          languages[code].direction === 'rtl' && code !== current
            ? { fontFamily: 'system-ui' }
            : undefined
        }
      >
        {languages[code].name}
      </span>
    ),
  }));
  return (
    <Segmented
      label={t('language.label')}
      value={current}
      options={options}
      onChange={(language) => void choose(language)}
    />
  );
}
