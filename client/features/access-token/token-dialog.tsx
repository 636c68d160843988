import { useTranslation } from 'react-i18next';
import { findMutationErrors } from '#client/graphql/errors.ts';
import type { Permission } from '#client/graphql/schema.generated.ts';
import { useCreateAccessTokenMutation } from './access-tokens.generated.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { TokenForm, type TokenValues } from './token-form.tsx';

type TokenDialogProps = {
  open: boolean;
  scopes: readonly Permission[];
  /** ID of a service account, whose tokens need not expire. Without it the token is the viewer's. */
  serviceAccountId: string | undefined;
  /** Called with whether a token was created. */
  onClose: (created: boolean) => void;
};

/** Creates an access token and shows its secret, once. */
export default function TokenDialog(props: TokenDialogProps) {
  const { open, scopes, serviceAccountId: userId, onClose } = props;
  const { t } = useTranslation('token');
  const [, create] = useCreateAccessTokenMutation();

  async function request(values: TokenValues) {
    const result = await create({ input: { ...values, ...(userId && { userId }) } });
    const payload = result.data?.createAccessToken;
    return { secret: payload?.secret, failed: findMutationErrors(result, payload) };
  }

  return (
    <SecretDialog
      open={open}
      onClose={onClose}
      title={t('new')}
      doneTitle={t('created')}
      doneBody={t('createdBody')}
      confirm={t('create')}
      request={request}
      form={(submit, cancel) => (
        <TokenForm
          scopes={scopes}
          mayLast={userId !== undefined}
          submit={submit}
          onCancel={cancel}
        />
      )}
    />
  );
}
