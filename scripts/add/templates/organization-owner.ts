/** Records that belong to organizations, whose members see them. */
import { type Files, insert } from '#scripts/add/edit.ts';
import { namesOf } from '#scripts/add/names.ts';
import type { RecordOwner, RelatedEntity, Spec } from '#scripts/add/spec.ts';

export function createOrganizationOwner(): RecordOwner {
  return {
    field: {
      name: 'organization',
      column: 'organizationId',
      type: 'relation',
      optional: false,
      unique: false,
      values: [],
      target: {
        type: 'Organization',
        names: namesOf('Organization'),
        plainTitle: 'name',
        permission: 'organization:read',
        isForUsers: true,
        access: 'related',
        sees: {},
        sample: organizationSample,
      },
    },
    isChosen: true,
    moreActions: [],
    userActions: ['read'],
    formActions: ['read', 'read'],
    scope: 'canSomewhere',
    columnComment: 'ID of the organization that it belongs to. The record is deleted with it.',
    keptBecause: 'Deleted by owners and admins of their organizations, or with these.',
    relationText: ({ words }) => `The organization that the ${words} belongs to.`,
    ownerInCommon,
    emptyText: ({ plural }) =>
      `The ${plural.words} of your organizations appear here. Their owners and admins add them.`,
    visible,
    policyFile,
    checks: 'requireCanCreate(context, data);',
    auditColumns: '...concerning(context, organizationId),',
    notifiedBy: 'notify_organization_changes',
    edit: editOrganizationRoles,
    pages: {
      can: 'CanSomewhere',
      canDelete: ({ kebab }) => `useCanSomewhere('${kebab}:delete') === true`,
      formField: ({ camel, kebab }) =>
        `{!${camel} && <OrganizationField name="organizationId" label={t('field.organization')} permission="${kebab}:create" />}`,
      guard: ({ camel, kebab }) => `const canCreate = useCanSomewhere('${kebab}:create');
if (!${camel} && canCreate === false) throw new ApiError('FORBIDDEN');`,
    },
    tests: {
      writers: 'admin',
      flag: 'belongsToOrganization: true,',
      sees: {
        person: ['ours'],
        orgAdmin: ['ours'],
        manager: ['ours', 'theirs'],
        'impersonator of person': ['ours'],
        'limited access token of orgAdmin': ['ours'],
      },
      changes: { orgAdmin: ['ours'], manager: ['ours', 'theirs'] },
      browserFill: `await page.getByRole('combobox', { name: 'Organization' }).fill(organization.name);
  await page.getByRole('option', { name: organization.name }).click();`,
    },
  };
}

/** Nested `create` of an organization, which always has an owner. */
const organizationSample = (id: string, text: string) => `{
  create: {
    ${id},
    name: ${text},
    slug: unique('slug'),
    members: {
      create: {
        id: newId('Member'),
        role: 'owner' as const,
        user: { create: { id: newId('User'), email: \`\${unique('owner')}@example.com\` } },
      },
    },
  },
}`;

/** Repositories may also belong to the whole installation. */
function ownerInCommon({ type, owner }: RelatedEntity): string | undefined {
  if (type === 'Repository') return 'OR: [{ organizationId }, { organizationId: null }]';
  return owner === 'organization' ? 'organizationId' : undefined;
}

const visible = ({ kebab }: Spec) => `belongsToOrganization: true,
  visible(viewer) {
    if (!viewer.can('${kebab}:read')) return false;
    if (viewer.can('organization:list')) return true;
    return { organizationId: viewer.organizationsOfRecords() };
  },`;

/** server/features/<entity>/policy.ts */
function policyFile({ camel, kebab, plural }: Spec): string {
  return `type Action = 'create' | 'update' | 'delete';
type Owned = { organizationId: string };

/** ${plural.pascal} of organizations where the viewer's role permits it, and all with \`${kebab}:<action>\`. */
export const canChange = (context: Context, action: Action, { organizationId }: Owned): boolean =>
  canChangeInOrganization(context, \`${kebab}:\${action}\`, organizationId);

/** @throws FORBIDDEN unless \`canChange\` */
export function requireCanChange(context: Context, action: Action, ${camel}: Owned): void {
  if (canChange(context, action, ${camel})) return;
  throw missingPermission(context.viewer, \`${kebab}:\${action}\`);
}

/** @throws {UserErrors} NOT_FOUND unless the viewer sees the organization. FORBIDDEN unless \`canChange\` */
export function requireCanCreate(context: Context, ${camel}: Owned): void {
  requireVisibleOrganization(context, ${camel}.organizationId);
  requireCanChange(context, 'create', ${camel});
}
`;
}

/** Owners and admins of an organization change its records. */
function editOrganizationRoles({ kebab }: Spec, files: Files): void {
  const before = `\n  '${kebab}': ['create', 'update', 'delete'],`;
  for (const within of ['const statements = {', 'const administration = {']) {
    insert(files, 'shared/organization-roles.ts', { within, anchor: '\n  repository: [', before });
  }
}
