import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { SubmitButton } from './form.tsx';

type FormActionsProps = {
  submitLabel: string;
  cancelTo: string;
};

function submitOnKeys(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  (event.currentTarget as HTMLFormElement).requestSubmit();
}

/**
 * Cancel and submit buttons of a full-page form. Focuses the first field, and submits on ⌘Enter or Ctrl+Enter in any
 * field.
 */
export function FormActions({ submitLabel, cancelTo }: FormActionsProps) {
  const { t } = useTranslation();
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
