import { describeFresh } from '#server/graphql/fresh-session.ts';
import { isScope } from '#shared/access-token-scopes.ts';
import { organizationErrorCodes, type UserErrorCode } from '#shared/errors.ts';
import type { SharedPermission } from '#shared/organization-roles.ts';
import type { Permission } from '#shared/permissions.ts';

export type MutationScopes = (
  | { can: Permission }
  | { canSomewhere: SharedPermission }
  | { signedIn: true }
) & { notImpersonating?: true; bySession?: true };

type Described = {
  description: string;
  authScopes: MutationScopes;
  fresh?: Parameters<typeof describeFresh>[0];
};

const ofOrganizations: ReadonlySet<string> = new Set(organizationErrorCodes);

export const isOrganizationCode = (code: UserErrorCode) => ofOrganizations.has(code);

/** Error codes that a mutation declares. */
export function codesOf(mutation: {
  target?: object;
  errors?: readonly UserErrorCode[];
  fresh?: object;
}): UserErrorCode[] {
  const { target, errors = [], fresh } = mutation;
  const codes = new Set(errors);
  if (fresh) codes.add('SESSION_NOT_FRESH');
  return target ? [...new Set<UserErrorCode>(['NOT_FOUND', ...codes])] : [...codes];
}

/** Error codes when organizations are disabled. Organization codes become FORBIDDEN. */
export const codesWithout = (codes: readonly UserErrorCode[]): UserErrorCode[] => [
  ...new Set(codes.map((code) => (isOrganizationCode(code) ? 'FORBIDDEN' : code))),
];

function requirementOf(scopes: MutationScopes, organizations: boolean): string {
  if ('can' in scopes) return `Requires \`${scopes.can}\`.`;
  if (!('canSomewhere' in scopes)) return 'Requires signing in.';
  const inOrganization = organizations ? ', or a role in the organization that grants it' : '';
  return `Requires \`${scopes.canSomewhere}\`${inOrganization}.`;
}

const isBySession = (scopes: MutationScopes) =>
  scopes.bySession || ('can' in scopes && !isScope(scopes.can));

export function describeMutation(
  { description, authScopes, fresh }: Described,
  codes: readonly UserErrorCode[],
  { organizations = true } = {},
): string {
  const listed = organizations ? codes : codesWithout(codes);
  return [
    description,
    requirementOf(authScopes, organizations),
    ...(fresh ? [describeFresh(fresh)] : []),
    ...(isBySession(authScopes) ? ['ACCESS_TOKEN_REFUSED with an access token.'] : []),
    ...(listed.length ? [`Error codes: ${listed.join(', ')}.`] : []),
  ].join(' ');
}
