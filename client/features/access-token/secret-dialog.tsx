import { type ReactNode, useState } from 'react';
import type { MutationErrors } from '#client/graphql/errors.ts';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { TokenSecret } from './token-secret.tsx';

export type SecretResult = {
  secret: string | null | undefined;
  failed: MutationErrors | null;
};

type SecretDialogProps<Values> = {
  open: boolean;
  title: string;
  doneTitle: string;
  doneBody: string;
  request: (values: Values) => Promise<SecretResult>;
  form: (
    submit: (values: Values) => Promise<MutationErrors | null>,
    cancel: () => void,
  ) => ReactNode;
  /** `changed`: a new secret was created. */
  onClose: (changed: boolean) => void;
};

/** Form that results in a secret, shown once. */
export function SecretDialog<Values>(props: SecretDialogProps<Values>) {
  const { open, title, doneTitle, doneBody, request, form, onClose } = props;
  const [secret, setSecret] = useState<string | null>(null);

  function close() {
    onClose(secret !== null);
    setSecret(null);
  }

  async function submit(values: Values): Promise<MutationErrors | null> {
    const result = await request(values);
    if (!result.failed) setSecret(result.secret ?? null);
    return result.failed;
  }

  return (
    <ResponsiveDialog
      open={open}
      onClose={close}
      // The secret can't be shown again, so only its button closes the dialog.
      dismissible={secret === null}
      title={secret === null ? title : doneTitle}
      {...(secret !== null && { description: doneBody })}
    >
      {secret !== null ? <TokenSecret secret={secret} onDone={close} /> : form(submit, close)}
    </ResponsiveDialog>
  );
}
