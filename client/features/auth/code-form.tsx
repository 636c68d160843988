import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, failureText } from '#client/i18n/error-text.ts';
import { RequestId } from '#client/ui/base/notice.tsx';
import { CodeField } from './code-field.tsx';
import { type CodeEntry, findCode } from './use-code-entry.ts';

type CodeFormProps = {
  entry: CodeEntry;
  intro?: ReactNode;
  /** URL that the form posts to without scripts. */
  action?: string;
  children: ReactNode;
};

export function CodeForm({ entry, intro, action, children }: CodeFormProps) {
  const { t } = useTranslation('auth');
  const { code, pending, restarts, isResent, failure, error, change, submit } = entry;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Not the state: extensions can fill the field without an event.
    void submit(findCode(`${new FormData(event.currentTarget).get('code')}`));
  }

  return (
    <form
      noValidate
      {...(action && { action, method: 'post' })}
      className="grid gap-4"
      onSubmit={onSubmit}
    >
      {intro}
      <CodeField
        label={t('verify.code')}
        value={code}
        onChange={change}
        disabled={pending}
        restarts={restarts}
        error={error ? errorText(error) : failure && failureText(failure)}
        note={isResent ? t('verify.resent') : ''}
      />
      {failure && <RequestId failure={failure} />}
      {children}
    </form>
  );
}
