import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { Button } from '#client/ui/base/button.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { DialogActions } from '#client/ui/overlay/responsive-dialog.tsx';
import { CodeField } from './code-field.tsx';
import { CodeHint } from './code-hint.tsx';
import { emailPart } from './email-part.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { ResendCode } from './resend-code.tsx';
import { useCodeEntry } from './use-code-entry.ts';

/** A sentence about an address and the minutes that a code lives. */
export function EmailText({ text }: { text: string }) {
  return (
    <p className="text-sm text-text-muted">
      <RichText text={text} parts={emailPart} />
    </p>
  );
}

type CodeStepProps = {
  email: string;
  /** Tells where the code went. */
  intro: (values: { email: string; count: number }) => string;
  confirm: string;
  /** What the code does cannot be undone: it waits for the button. */
  danger?: boolean;
  sentAt: number | undefined;
  onSent: (sentAt: number) => void;
  send: () => Promise<unknown>;
  /** What it throws is shown, and the next try begins. */
  onCode: (code: string) => Promise<void>;
  /** The way out, at the start of the buttons. */
  back: ReactNode;
};

/** Six slots for a code that was mailed, inside a dialog. */
export function CodeStep(props: CodeStepProps) {
  const { email, intro, confirm, danger, sentAt, onSent, send, onCode, back } = props;
  const { t } = useTranslation('auth');
  const { codeMinutes } = useSetup();
  const { code, pending, failure, setFailure, error, change, submit } = useCodeEntry({
    onCode,
    waits: danger,
  });

  return (
    <form
      noValidate
      className="mt-2 grid gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <EmailText text={intro({ email, count: codeMinutes })} />
      {failure && <FailureNotice failure={failure} />}
      <CodeField
        label={t('verify.code')}
        value={code}
        onChange={change}
        disabled={pending}
        error={error && errorText(error)}
      />
      <CodeHint />
      <div className="flex min-h-8 justify-end text-sm">
        <ResendCode sentAt={sentAt} send={send} onSent={onSent} onFailure={setFailure} />
      </div>
      <DialogActions>
        {back}
        <Button type="submit" look={danger ? 'danger' : 'primary'} pending={pending}>
          {confirm}
        </Button>
      </DialogActions>
    </form>
  );
}
