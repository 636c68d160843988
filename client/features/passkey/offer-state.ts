import { createStore } from '#client/lib/store.ts';

/** True after a sign-in with a code in this tab, until the offer is closed. */
export const passkeyOffer = createStore(false);
