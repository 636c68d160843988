import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '#client/ui/form/segmented.tsx';
import { chooseTheme, themeChoice, themeChoices } from './theme.ts';

const icons = { system: Monitor, light: Sun, dark: Moon };

export function ThemeSwitcher({ compact }: { compact?: boolean }) {
  const { t } = useTranslation();
  const value = themeChoice.use();
  const options = themeChoices.map((choice) => {
    const Icon = icons[choice];
    return {
      value: choice,
      label: <span className={compact ? 'sr-only' : undefined}>{t(`theme.${choice}`)}</span>,
      icon: <Icon className="size-4" />,
    };
  });
  return (
    <Segmented label={t('theme.label')} value={value} options={options} onChange={chooseTheme} />
  );
}
