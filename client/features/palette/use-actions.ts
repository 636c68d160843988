import {
  BookOpen,
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Sun,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#client/features/session/use-session.ts';
import { useSignOut } from '#client/features/session/use-session-end.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { chooseLanguage, currentLanguage } from '#client/i18n/i18n.ts';
import { shortcutDialog } from '#client/lib/shortcuts.ts';
import { paths } from '#client/paths.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { chooseTheme, themeChoice, themeChoices } from '#client/ui/preferences/theme.ts';
import { type Language, languageCodes, languages } from '#shared/languages.ts';

export type Entry = {
  key: string;
  title: string;
  subtitle?: string | undefined;
  keywords?: string | undefined;
  keys?: readonly string[] | undefined;
  icon: LucideIcon;
} & ({ to: string } | { run: () => void });

const themeIcons = { system: Monitor, light: Sun, dark: Moon };

async function switchLanguage(language: Language) {
  try {
    await chooseLanguage(language);
  } catch {
    toast('error', errorText('NETWORK_ERROR'));
  }
}

const englishNames = new Intl.DisplayNames('en', { type: 'language' });

export function useActions(): Entry[] {
  const { t } = useTranslation(['common', 'palette']);
  const { impersonator } = useViewer();
  const signOut = useSignOut();
  const theme = themeChoice.use();
  const current = currentLanguage();
  return [
    ...themeChoices
      .filter((choice) => choice !== theme)
      .map((choice) => ({
        key: `theme ${choice}`,
        title: t(`common:theme.menu.${choice}`),
        keywords: t('common:theme.label'),
        icon: themeIcons[choice],
        run: () => chooseTheme(choice),
      })),
    ...languageCodes
      .filter((code): boolean => code !== current)
      .map((code) => ({
        key: `language ${code}`,
        title: languages[code].name,
        keywords: englishNames.of(code),
        subtitle: t('common:language.label'),
        icon: Languages,
        run: () => void switchLanguage(code),
      })),
    {
      key: 'api documentation',
      title: t('common:nav.apiDocumentation'),
      keywords: t('palette:helpWords'),
      icon: BookOpen,
      run: () => void window.open(paths.apiDocumentation(), '_blank', 'noreferrer'),
    },
    {
      key: 'shortcuts',
      title: t('common:nav.paletteKeys'),
      icon: Keyboard,
      keys: ['?'],
      run: () => shortcutDialog.set('shortcuts'),
    },
    {
      key: 'sign out',
      title: t(impersonator ? 'common:signOut.stopImpersonating' : 'common:signOut.action'),
      keywords: t('palette:signOutWords'),
      icon: LogOut,
      run: () => void signOut(),
    },
  ];
}
