import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import { useCan } from '#client/features/session/use-session.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import type { AccessTokenScope } from '#client/graphql/schema.generated.ts';
import { limits } from '#shared/limits.ts';
import { CreateAccessTokenDocument } from './access-tokens.generated.ts';
import type { TokenOrganization } from './organization-field.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { TokenForm, type TokenValues } from './token-form.tsx';
import { TokenOrganizationsDocument } from './token-organizations.generated.ts';

function useTokenOrganizations(isOwn: boolean): TokenOrganization[] {
  const canRead = useCan('organization:read');
  const variables = { first: limits.pageSizeMax };
  const [{ data }] = useQuery({
    query: TokenOrganizationsDocument,
    variables,
    pause: !isOwn || !canRead,
  });
  const memberships = data?.viewer?.memberships?.nodes ?? [];
  return memberships.flatMap(({ grantableScopes, organization }) =>
    organization ? [{ ...organization, grantableScopes }] : [],
  );
}

type TokenDialogProps = {
  open: boolean;
  scopes: readonly AccessTokenScope[];
  /** ID of a service account, whose tokens may never expire. Without it the token belongs to the viewer. */
  serviceAccountId: string | undefined;
  inOrganization: boolean;
  onClose: (created: boolean) => void;
};

export function TokenDialog(props: TokenDialogProps) {
  const { open, scopes, serviceAccountId: userId, inOrganization, onClose } = props;
  const { t } = useTranslation('accessToken');
  const [, create] = useMutation(CreateAccessTokenDocument);
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
      request={request}
      form={(submit, cancel) => (
        <TokenForm
          scopes={scopes}
          inOrganization={inOrganization}
          organizations={organizations}
          mayLast={userId !== undefined}
          submit={submit}
          onCancel={cancel}
        />
      )}
    />
  );
}
