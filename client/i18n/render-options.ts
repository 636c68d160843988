import type { InitOptions } from 'i18next';
import { limits } from '#shared/limits.ts';

/** How texts are rendered, on the server as in the browser. React escapes them. */
export const renderOptions = {
  defaultNS: 'common',
  interpolation: { escapeValue: false, defaultVariables: { ...limits } },
  react: { useSuspense: false },
} satisfies InitOptions;
