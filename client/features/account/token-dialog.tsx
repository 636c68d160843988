import { useState } from 'react';
import { Reauthenticate } from '#client/features/auth/reauthenticate.tsx';
import { findMutationErrors, type MutationErrors } from '#client/graphql/errors.ts';
import type { Permission } from '#client/graphql/schema.generated.ts';
import { useTranslation } from '#client/i18n/use-translation.ts';
import { ApiError } from '#client/lib/errors.ts';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { useCreateOwnAccessTokenMutation } from './access-tokens.generated.ts';
import { TokenForm, type TokenValues } from './token-form.tsx';
import { TokenSecret } from './token-secret.tsx';

type TokenDialogProps = {
  open: boolean;
  scopes: readonly Permission[];
  /** Called with whether a token was created. */
  onClose: (created: boolean) => void;
};

/** Creates an access token and shows its secret, once. */
export default function TokenDialog({ open, scopes, onClose }: TokenDialogProps) {
  const { t } = useTranslation('account');
  const [, create] = useCreateOwnAccessTokenMutation();
  const [secret, setSecret] = useState<string | null>(null);
  // What the person entered, while they reauthenticate.
  const [pending, setPending] = useState<TokenValues | null>(null);

  function close() {
    onClose(secret !== null);
    setSecret(null);
    setPending(null);
  }

  async function request(input: TokenValues): Promise<MutationErrors | null> {
    const result = await create({ input });
    const payload = result.data?.createAccessToken;
    const failed = findMutationErrors(result, payload);
    if (!failed) setSecret(payload?.secret ?? null);
    return failed;
  }

  /** Creates the token. A session that is not fresh needs reauthentication first. */
  async function submit(input: TokenValues): Promise<MutationErrors | null> {
    const failed = await request(input);
    if (!failed?.errors.some(({ code }) => code === 'SESSION_NOT_FRESH')) return failed;
    setPending(input);
    return null;
  }

  async function retry() {
    const failed = pending && (await request(pending));
    if (failed) throw new ApiError(failed.errors[0]?.code ?? 'UNKNOWN_ERROR', failed);
  }

  return (
    <ResponsiveDialog
      open={open}
      onClose={close}
      // The secret cannot be shown again: only its button closes it.
      dismissible={secret === null}
      title={t(secret === null ? 'tokens.new' : 'tokens.created')}
      {...(secret !== null && { description: t('tokens.createdBody') })}
    >
      {secret !== null ? (
        <TokenSecret secret={secret} onDone={close} />
      ) : pending ? (
        <Reauthenticate
          reason={(values) => t('identity.stale', values)}
          confirm={t('tokens.create')}
          onReauthenticated={retry}
          onCancel={close}
        />
      ) : (
        <TokenForm scopes={scopes} submit={submit} onCancel={close} />
      )}
    </ResponsiveDialog>
  );
}
