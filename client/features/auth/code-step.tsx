import type { ReactNode } from 'react';
import { useSetup } from '#client/features/session/use-session.ts';
import { Button } from '#client/ui/base/button.tsx';
import { emailPart, RichText } from '#client/ui/base/rich-text.tsx';
import { DialogActions } from '#client/ui/overlay/responsive-dialog.tsx';
import { CodeForm } from './code-form.tsx';
import { CodeHint } from './code-hint.tsx';
import { ResendCode } from './resend-code.tsx';
import { useCodeEntry } from './use-code-entry.ts';

type EmailTextProps = { text: (values: { email: string }) => string; email: string };

export function EmailText({ text, email }: EmailTextProps) {
  return (
    <p className="text-sm text-text-muted">
      <RichText text={text} values={{ email }} parts={emailPart} />
    </p>
  );
}

type CodeStepProps = {
  email: string;
  intro: (values: { email: string; count: number }) => string;
  confirm: string;
  sentAt: number | undefined;
  onSent: (sentAt: number) => void;
  send: () => Promise<unknown>;
  onCode: (code: string) => Promise<void>;
  back: ReactNode;
};

export function CodeStep(props: CodeStepProps) {
  const { email, intro, confirm, sentAt, onSent, send, onCode, back } = props;
  const { codeMinutes } = useSetup();
  const entry = useCodeEntry({ onCode });

  return (
    <CodeForm
      entry={entry}
      intro={
        <EmailText text={(values) => intro({ ...values, count: codeMinutes })} email={email} />
      }
    >
      <CodeHint />
      <div className="flex min-h-8 flex-wrap justify-end gap-x-3 text-sm">
        <ResendCode
          sentAt={sentAt}
          send={send}
          onSent={(at) => {
            onSent(at);
            entry.restart();
          }}
          onFailure={entry.setFailure}
        />
      </div>
      <DialogActions>
        {back}
        <Button type="submit" look="primary" pending={entry.pending}>
          {confirm}
        </Button>
      </DialogActions>
    </CodeForm>
  );
}
