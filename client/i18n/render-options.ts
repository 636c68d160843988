import type { InitOptions } from 'i18next';
import { limits } from '#shared/limits.ts';

/** Rendering options shared with the server. React escapes texts. */
export const renderOptions = {
  defaultNS: 'common',
  interpolation: { escapeValue: false, defaultVariables: { ...limits } },
  react: { useSuspense: false },
} satisfies InitOptions;
