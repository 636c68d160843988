import { use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ask } from '#client/ui/overlay/confirm.ts';
import { FormContext } from './form-context.ts';
import type { leaveAnyway } from './unsaved-changes.ts';

/** In a form: asks before the page is left with unsaved changes, whichever way. */
export function LeaveGuard() {
  const { isDirty } = use(FormContext);
  const { t } = useTranslation();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const forced = (nextLocation.state as Partial<typeof leaveAnyway> | null)?.leaveAnyway;
    return currentLocation.pathname !== nextLocation.pathname && !forced && isDirty();
  });

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = {
      title: t('leave.title'),
      body: t('leave.body'),
      confirm: t('leave.confirm'),
      cancel: t('leave.cancel'),
    };
    void ask(question).then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker, t]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);

  return null;
}
