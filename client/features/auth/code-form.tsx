import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#client/i18n/error-text.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import { CodeField } from './code-field.tsx';
import type { CodeEntry } from './use-code-entry.ts';

type CodeFormProps = {
  entry: CodeEntry;
  intro?: ReactNode;
  /** Where the form is posted while no script runs. */
  action?: string;
  children: ReactNode;
};

/** Form around the code field: an introduction, the server's error, the field and the buttons. */
export function CodeForm({ entry, intro, action, children }: CodeFormProps) {
  const { t } = useTranslation('auth');
  const { code, pending, restarts, failure, error, change, submit } = entry;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }

  return (
    <form
      noValidate
      {...(action && { action, method: 'post' })}
      className="grid gap-4"
      onSubmit={onSubmit}
    >
      {intro}
      {failure && <Notice failure={failure} />}
      <CodeField
        label={t('verify.code')}
        value={code}
        onChange={change}
        disabled={pending}
        restarts={restarts}
        error={error && errorText(error)}
      />
      {children}
    </form>
  );
}
