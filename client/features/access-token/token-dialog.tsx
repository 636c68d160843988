import { useTranslation } from 'react-i18next';
import { useCan } from '#client/features/session/use-session.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import type { Permission } from '#client/graphql/schema.generated.ts';
import { limits } from '#shared/limits.ts';
import { useCreateAccessTokenMutation } from './access-tokens.generated.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { TokenForm, type TokenOrganization, type TokenValues } from './token-form.tsx';
import { useTokenOrganizationsQuery } from './token-organizations.generated.ts';

/** The organizations that a token of the viewer can be limited to, none until they are loaded. */
function useTokenOrganizations(isOwn: boolean): TokenOrganization[] {
  const canRead = useCan('organization:read');
  const variables = { first: limits.pageSizeMax };
  const [{ data }] = useTokenOrganizationsQuery({ variables, pause: !isOwn || !canRead });
  const memberships = data?.viewer?.memberships?.nodes ?? [];
  return memberships.flatMap(({ grantableScopes, organization }) =>
    organization ? [{ ...organization, grantableScopes }] : [],
  );
}

type TokenDialogProps = {
  open: boolean;
  scopes: readonly Permission[];
  /** ID of a service account, whose tokens need not expire. Without it the token is the viewer's. */
  serviceAccountId: string | undefined;
  /** Whether that belongs to an organization. */
  isLimited: boolean;
  /** Called with whether a token was created. */
  onClose: (created: boolean) => void;
};

/** Creates an access token and shows its secret, once. */
export default function TokenDialog(props: TokenDialogProps) {
  const { open, scopes, serviceAccountId: userId, isLimited, onClose } = props;
  const { t } = useTranslation('token');
  const [, create] = useCreateAccessTokenMutation();
  const organizations = useTokenOrganizations(userId === undefined);

  async function request(values: TokenValues) {
    const { organizationId, ...others } = values;
    const of = { ...(userId && { userId }), ...(organizationId && { organizationId }) };
    const result = await create({ input: { ...others, ...of } });
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
          isLimited={isLimited}
          organizations={organizations}
          mayLast={userId !== undefined}
          submit={submit}
          onCancel={cancel}
        />
      )}
    />
  );
}
