import { lazyWithTexts } from '#client/i18n/lazy-with-texts.ts';

/** Asks for a code in a dialog, for actions that require a fresh session. */
export const ReauthenticateDialog = lazyWithTexts(
  () => import('./reauthenticate-dialog.tsx'),
  'account',
  'auth',
);
