/** The description of a mutation: what it does, what it requires, and the codes that it answers with. */
import { organizationErrorCodes, type UserErrorCode } from '#shared/errors.ts';
import type { SharedPermission } from '#shared/organization-roles.ts';
import type { Permission } from '#shared/permissions.ts';

/** What a mutation requires. */
export type MutationScopes = (
  | { can: Permission }
  | { canSomewhere: SharedPermission }
  | { signedIn: true }
) & { notImpersonating?: true; bySession?: true };

type Described = { description: string; authScopes: MutationScopes };

const ofOrganizations: ReadonlySet<string> = new Set(organizationErrorCodes);

/** Whether a code is about organizations. */
export const isOrganizationCode = (code: UserErrorCode) => ofOrganizations.has(code);

/** The codes of a mutation where there are no organizations: what theirs refuse is FORBIDDEN. */
export const codesWithout = (codes: readonly UserErrorCode[]): UserErrorCode[] => [
  ...new Set(codes.map((code) => (isOrganizationCode(code) ? 'FORBIDDEN' : code))),
];

function requirementOf(scopes: MutationScopes, organizations: boolean): string {
  if ('can' in scopes) return `Requires \`${scopes.can}\`.`;
  if (!('canSomewhere' in scopes)) return 'Requires signing in.';
  const inOrganization = organizations ? ', or a role in the organization that grants it' : '';
  return `Requires \`${scopes.canSomewhere}\`${inOrganization}.`;
}

/** Describes a mutation with its error codes, for a schema with or without organizations. */
export function describeMutation(
  { description, authScopes }: Described,
  codes: readonly UserErrorCode[],
  { organizations = true } = {},
): string {
  const listed = organizations ? codes : codesWithout(codes);
  return [
    description,
    requirementOf(authScopes, organizations),
    ...(authScopes.bySession ? ['ACCESS_TOKEN_REFUSED with an access token.'] : []),
    ...(listed.length ? [`Error codes: ${listed.join(', ')}.`] : []),
  ].join(' ');
}
