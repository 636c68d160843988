import { type CSSProperties, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Toaster as Sonner } from 'sonner';
import { underDesktopWidth, useMedia } from '#client/lib/use-media.ts';
import { type Area, areaOf } from '#client/paths.ts';
import { isDark, themeChoice } from '#client/ui/preferences/theme.ts';
import { toasterIsReady } from './toast.ts';

const look = {
  '--width': '356px',
  '--normal-bg': 'var(--surface-raised)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--line)',
  '--border-radius': '0.5rem',
  fontFamily: 'inherit',
} as CSSProperties;

/**
 * Below the page's main actions and the tools of a list, which a toast must not cover: there is a header above them in
 * the user area. On a phone tabs are there, so it is above what is fixed to the bottom.
 */
const offsetIn = (area: Area) => ({
  top: `calc(var(--banner, 0px) + ${area === 'app' ? '13.5rem' : '10.5rem'})`,
  bottom: 'calc(var(--toast-bottom, 5.5rem) + env(safe-area-inset-bottom))',
});

/** Toast region: at most 3 toasts for 4 seconds each, at the top end of the page, or the bottom of a phone. */
export default function Toaster() {
  const { t, i18n } = useTranslation();
  const direction = i18n.dir();
  const side = direction === 'rtl' ? 'left' : 'right';
  const edge = useMedia(underDesktopWidth) ? 'bottom' : 'top';
  const offset = offsetIn(areaOf(useLocation().pathname));
  themeChoice.use();
  useEffect(toasterIsReady, []);
  return (
    <Sonner
      position={`${edge}-${side}`}
      dir={direction}
      theme={isDark() ? 'dark' : 'light'}
      offset={offset}
      mobileOffset={offset}
      visibleToasts={3}
      duration={4000}
      style={look}
      toastOptions={{ closeButtonAriaLabel: t('action.close') }}
      containerAriaLabel={t('toast.region')}
    />
  );
}
