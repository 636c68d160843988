import type { InitOptions } from 'i18next';
import { limits } from '#shared/limits.ts';

export const renderOptions = {
  defaultNS: 'common',
  interpolation: { escapeValue: false, defaultVariables: { ...limits } },
  react: { useSuspense: false },
} satisfies InitOptions;
