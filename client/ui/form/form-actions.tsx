import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { SubmitButton } from './submit-button.tsx';

type FormActionsProps = {
  submitLabel: string;
  /** Where Cancel leads. */
  cancelTo: string;
};

function submitOnKeys(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  (event.currentTarget as HTMLFormElement).requestSubmit();
}

/**
 * Cancel and submit at the end of a form that fills a page. The first field gets the focus, and ⌘Enter or
 * Ctrl+Enter submits from every field.
 */
export function FormActions({ submitLabel, cancelTo }: FormActionsProps) {
  const { t } = useTranslation();
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = actions.current?.closest('form');
    // Not on touch screens: the keyboard would cover the form before it was read.
    if (window.matchMedia('(pointer: fine)').matches) {
      form?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
    }
    form?.addEventListener('keydown', submitOnKeys);
    return () => form?.removeEventListener('keydown', submitOnKeys);
  }, []);
  return (
    <div
      ref={actions}
      className="flex flex-col-reverse gap-2 border-t border-line pt-4 sm:flex-row sm:justify-end"
    >
      <Link to={cancelTo} className={buttonClass()}>
        {t('confirm.cancel')}
      </Link>
      <SubmitButton>{submitLabel}</SubmitButton>
    </div>
  );
}
