import { describeFresh } from '#server/graphql/fresh-session.ts';
import { isScope } from '#shared/access-token-scopes.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';

export type MutationScopes = (
  | { can: Permission }
  | { canSomewhere: Permission }
  | { signedIn: true }
) & { notImpersonating?: true; bySession?: true };

type Described = {
  description: string;
  authScopes: MutationScopes;
  fresh?: Parameters<typeof describeFresh>[0];
};

const roleIsEnough = 'A role in the organization that grants it is enough.';

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

function requirementsOf(scopes: MutationScopes): string[] {
  if ('can' in scopes) return [`Requires \`${scopes.can}\`.`];
  if (!('canSomewhere' in scopes)) return ['Requires signing in.'];
  return [`Requires \`${scopes.canSomewhere}\`.`, roleIsEnough];
}

const refusesAccessTokens = (scopes: MutationScopes) =>
  scopes.bySession || ('can' in scopes && !isScope(scopes.can));

export function describeMutation(
  { description, authScopes, fresh }: Described,
  codes: readonly UserErrorCode[],
): string {
  return [
    description,
    ...requirementsOf(authScopes),
    ...(fresh ? [describeFresh(fresh)] : []),
    ...(refusesAccessTokens(authScopes) ? ['ACCESS_TOKEN_REFUSED with an access token.'] : []),
    ...(codes.length ? [`Error codes: ${codes.join(', ')}.`] : []),
  ].join(' ');
}
