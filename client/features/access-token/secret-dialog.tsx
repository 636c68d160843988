import { type ReactNode, useState } from 'react';
import { Reauthenticate } from '#client/features/auth/reauthenticate/reauthenticate.tsx';
import type { MutationErrors } from '#client/graphql/errors.ts';
import { ApiError } from '#client/lib/errors.ts';
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
  confirm: string;
  request: (values: Values) => Promise<SecretResult>;
  form: (
    submit: (values: Values) => Promise<MutationErrors | null>,
    cancel: () => void,
  ) => ReactNode;
  /** `changed`: a new secret was created. */
  onClose: (changed: boolean) => void;
};

/** Form that results in a secret, shown once. Asks to reauthenticate if the session isn't fresh. */
export function SecretDialog<Values>(props: SecretDialogProps<Values>) {
  const { open, title, doneTitle, doneBody, confirm, request, form, onClose } = props;
  const [secret, setSecret] = useState<string | null>(null);
  // Values kept during reauthentication.
  const [pending, setPending] = useState<{ values: Values } | null>(null);

  function close() {
    onClose(secret !== null);
    setSecret(null);
    setPending(null);
  }

  async function send(values: Values): Promise<MutationErrors | null> {
    const result = await request(values);
    if (!result.failed) setSecret(result.secret ?? null);
    return result.failed;
  }

  async function submit(values: Values): Promise<MutationErrors | null> {
    const failed = await send(values);
    if (!failed?.errors.some(({ code }) => code === 'SESSION_NOT_FRESH')) return failed;
    setPending({ values });
    return null;
  }

  async function retry() {
    const failed = pending && (await send(pending.values));
    if (failed) throw new ApiError(failed.errors[0]?.code ?? 'UNKNOWN_ERROR', failed);
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
      {secret !== null ? (
        <TokenSecret secret={secret} onDone={close} />
      ) : pending ? (
        <Reauthenticate confirm={confirm} onReauthenticated={retry} onCancel={close} />
      ) : (
        form(submit, close)
      )}
    </ResponsiveDialog>
  );
}
