import { use, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { FormContext } from './field.tsx';
import { confirmLeaving, type discardUnsavedChanges } from './unsaved-changes.ts';

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
