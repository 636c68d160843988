/** Actions that need a recent proof of identity wait here until the viewer has given it. */
import { afterMenu } from './after-menu.ts';
import { ApiError } from './errors.ts';
import { createStore } from './store.ts';

type Pending = { answer: (isProved: boolean) => void };

export const pendingReauthentication = createStore<Pending | null>(null);

export const isSessionNotFresh = (code: string) => code === 'SESSION_NOT_FRESH';

let answered: Promise<boolean> | undefined;

/** Opens one dialog for all that wait. Resolves to false if it is canceled or closed. */
export function reauthenticate(): Promise<boolean> {
  answered ??= new Promise((resolve) => {
    const answer = (isProved: boolean) => {
      answered = undefined;
      pendingReauthentication.set(null);
      resolve(isProved);
    };
    afterMenu(() => pendingReauthentication.set({ answer }));
  });
  return answered;
}

/** Sends a request again after the viewer has proved their identity, if it needs that. */
export async function withFreshSession<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    const isNeeded = error instanceof ApiError && isSessionNotFresh(error.code);
    if (!isNeeded || !(await reauthenticate())) throw error;
    return send();
  }
}
