import { isByPasskey } from '#server/auth/viewer.ts';
import { defineMutation } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/record-result.ts';
import { canSeeOrganization } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { renewMemberships } from '#server/graphql/types/memberships.ts';
import {
  canUpdatePasskeyRequirement,
  sendPasskeyRequirement,
  updateOrganizationPasskeyRequirement,
} from './passkey-requirement.ts';
import { Organization } from './schema.ts';

defineMutation('updateOrganizationPasskeyRequirement', {
  description:
    'Requires a passkey of the members of an organization, or stops that, as its owner or with `organization:manage`. Required, they belong to it only in sessions that were opened with a passkey; the viewer’s own session must be one. Access tokens count if they were created in one. Members without a passkey get an email. Service accounts are not affected. Refused while impersonating.',
  authScopes: { can: 'organization:update', notImpersonating: true, bySession: true },
  audit: ['organization_passkeys_required', 'organization_passkeys_optional'],
  fresh: {},
  target: { field: 'id', model: 'Organization' },
  errors: ['YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION', 'PASSKEY_SESSION_REQUIRED'],
  input: {
    description: 'The organization, and whether it requires a passkey.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'ID of the organization.' }),
      requiresPasskey: t.boolean({
        required: true,
        description: 'Whether members need a session that was opened with a passkey.',
      }),
    }),
  },
  resolve: async ({ id, requiresPasskey }, context, info) => {
    if (!canSeeOrganization(context, id)) throw userError('NOT_FOUND', 'id');
    if (!canUpdatePasskeyRequirement(context, id)) {
      throw userError('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION');
    }
    if (requiresPasskey && !(context.viewer && isByPasskey(context.viewer))) {
      throw userError('PASSKEY_SESSION_REQUIRED');
    }
    const isChanged = await updateOrganizationPasskeyRequirement(context, id, requiresPasskey);
    if (isChanged && requiresPasskey) await sendPasskeyRequirement(context, id);
    await renewMemberships(context);
    return { organization: await recordResult('Organization', id, { context, info }) };
  },
  payload: recordPayload('organization', Organization, 'The updated organization.'),
});
