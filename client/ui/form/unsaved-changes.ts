import i18next from 'i18next';
import { confirm } from '#client/ui/overlay/confirm.ts';

/** Navigation state that skips the unsaved changes guard, for example when signing out. */
export const discardUnsavedChanges = { discardUnsavedChanges: true };

/** Whether a form has unsaved changes. */
export const dirtyChecks = new WeakMap<Element, () => boolean>();

export function hasUnsavedChanges(root: Element | null): boolean {
  return [...(root?.querySelectorAll('form') ?? [])].some((form) => dirtyChecks.get(form)?.());
}

export function confirmLeaving(): Promise<boolean> {
  return confirm({
    title: i18next.t('leave.title'),
    body: i18next.t('leave.body'),
    confirm: i18next.t('leave.confirm'),
    cancel: i18next.t('leave.cancel'),
    danger: true,
  });
}
