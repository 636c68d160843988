import { type MouseEvent, use, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker, useLocation } from 'react-router';
import { buttonClass } from '#client/ui/base/button.tsx';
import { byLink, Link } from '#client/ui/base/link.tsx';
import { FormContext } from './field.tsx';
import { SubmitButton } from './form.tsx';
import { confirmLeaving, type discardUnsavedChanges } from './unsaved-changes.ts';

type FormActionsProps = {
  submitLabel: string;
  /** Where "Cancel" leads if no link of the app opened the form, as after signing in. */
  cancelTo: string;
};

function submitOnKeys(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  (event.currentTarget as HTMLFormElement).requestSubmit();
}

/**
 * Cancel and submit buttons of a full-page form. Focuses the first field, submits on ⌘Enter or Ctrl+Enter in any field,
 * and asks before unsaved changes are lost.
 */
export function FormActions({ submitLabel, cancelTo }: FormActionsProps) {
  const { t } = useTranslation();
  const { state } = useLocation();
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = actions.current?.closest('form');
    // Not on touch screens: the keyboard would cover the form before it was read.
    if (window.matchMedia('(pointer: fine)').matches) {
      form?.querySelector<HTMLElement>('[name]:not([type=hidden])')?.focus({ preventScroll: true });
    }
    form?.addEventListener('keydown', submitOnKeys);
    return () => form?.removeEventListener('keydown', submitOnKeys);
  }, []);

  /** To the page before, with its filters and its place. */
  function goBack(event: MouseEvent) {
    if (state !== byLink) return;
    event.preventDefault();
    history.back();
  }

  return (
    <div
      ref={actions}
      className="flex flex-col-reverse gap-2 border-t border-line pt-4 sm:flex-row sm:justify-end"
    >
      <UnsavedChangesGuard />
      <Link to={cancelTo} className={buttonClass()} onClick={goBack}>
        {t('confirm.cancel')}
      </Link>
      <SubmitButton>{submitLabel}</SubmitButton>
    </div>
  );
}

/** Asks for confirmation before leaving the page or tab with unsaved changes. Place inside a form. */
export function UnsavedChangesGuard() {
  const { isDirty } = use(FormContext);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const forced = (nextLocation.state as Partial<typeof discardUnsavedChanges> | null)
      ?.discardUnsavedChanges;
    return currentLocation.pathname !== nextLocation.pathname && !forced && isDirty();
  });

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // Another attempt to leave replaces the question, and the answer is about the last one.
    let isReplaced = false;
    void confirmLeaving().then((yes) => {
      if (!isReplaced) yes ? blocker.proceed() : blocker.reset();
    });
    return () => {
      isReplaced = true;
    };
  }, [blocker]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);

  return null;
}
