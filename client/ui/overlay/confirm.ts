import { afterMenu } from '#client/lib/after-menu.ts';
import { createStore } from '#client/lib/store.ts';

export type ConfirmOptions = {
  title?: string;
  body: string;
  confirm?: string;
  cancel?: string;
  danger?: boolean;
};

type PendingConfirmation = ConfirmOptions & { answer: (yes: boolean) => void };

export const pendingConfirmation = createStore<PendingConfirmation | null>(null);

/** Opens a confirmation dialog. Resolves to false if it is canceled or closed. */
export function confirm(question: ConfirmOptions): Promise<boolean> {
  pendingConfirmation.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      pendingConfirmation.set(null);
      resolve(yes);
    };
    afterMenu(() => pendingConfirmation.set({ ...question, answer }));
  });
}
