import i18next from 'i18next';

/** Returns false if the browser refuses, or has no clipboard, as on pages without HTTPS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Button in a toast. The toast then stays for 10 seconds, to leave time to read it and reach the button. */
type ToastAction = { label: string; onClick: () => void };

export type Toast = { kind: 'success' | 'error'; text: string; action: ToastAction | undefined };

/** Sign-in pages have no toaster: their toasts are shown in the area that follows. */
const waiting: Toast[] = [];
let show = (toast: Toast): void => {
  waiting.push(toast);
};

/** Called by the toaster once it is mounted. */
export function showToastsBy(shown: (toast: Toast) => void) {
  show = shown;
  for (const toast of waiting.splice(0)) show(toast);
}

export function toast(kind: Toast['kind'], text: string, action?: ToastAction) {
  show({ kind, text, action });
}

/** Copies text for a menu, which has closed by then. */
export async function copyWithToast(text: string, done: string) {
  const isCopied = await copyText(text);
  toast(isCopied ? 'success' : 'error', isCopied ? done : i18next.t('action.copyFailed'));
}
