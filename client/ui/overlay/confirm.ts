import { createStore } from '#client/lib/store.ts';

/** A question that is answered with yes or no. Texts left out are the general ones. */
export type ConfirmOptions = {
  title?: string;
  body: string;
  confirm?: string;
  cancel?: string;
  /** What yes does cannot be undone. */
  danger?: boolean;
};

type PendingConfirmation = ConfirmOptions & { answer: (yes: boolean) => void };

/** The question on the screen, if one is. */
export const pendingConfirmation = createStore<PendingConfirmation | null>(null);

/** Asks the person and waits for the answer; closing the dialog is a no. */
export function confirm(question: ConfirmOptions): Promise<boolean> {
  pendingConfirmation.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      pendingConfirmation.set(null);
      resolve(yes);
    };
    // A menu that asks gives the focus back to its button first, so that the dialog can do so too.
    requestAnimationFrame(() => setTimeout(() => pendingConfirmation.set({ ...question, answer })));
  });
}
