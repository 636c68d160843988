import { type GraphQLField, getNamedType, isNonNullType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '#server/schema.ts';

/** Fields that may be non-null anyway, and why. */
const exceptions: Record<string, string> = {
  'Subscription.events': 'The only field of its document.',
  'Viewer.user': 'Everybody may read their own user.',
  'AccessTokenConnection.nodes': 'The field that returns the page asks for the same permission.',
  'AccessTokenEdge.node': 'As the connection.',
  'AuditEventConnection.nodes': 'The field that returns the page asks for the same permission.',
  'AuditEventEdge.node': 'As the connection.',
  'InvitationConnection.nodes': 'The field that returns the page asks for the same permission.',
  'InvitationEdge.node': 'As the connection.',
  'MemberConnection.nodes': 'The field that returns the page asks for the same permission.',
  'MemberEdge.node': 'As the connection.',
  'TeamConnection.nodes': 'The field that returns the page asks for the same permission.',
  'TeamEdge.node': 'As the connection.',
  'OrganizationConnection.nodes': 'The field that returns the page asks for the same permission.',
  'OrganizationEdge.node': 'As the connection.',
  'RepositoryConnection.nodes': 'The field that returns the page asks for the same permission.',
  'RepositoryEdge.node': 'As the connection.',
  'SessionConnection.nodes': 'The field that returns the page asks for the same permission.',
  'SessionEdge.node': 'As the connection.',
  'UserConnection.nodes': 'Only `users` returns the page, which is nullable.',
  'UserEdge.node': 'As the connection.',
};

type Rules = { pothosOptions?: { authScopes?: Record<string, unknown> | (() => unknown) } };

function canRefuse({ extensions }: { extensions: object }): boolean {
  const scopes = (extensions as Rules).pothosOptions?.authScopes;
  return scopes !== undefined && !('public' in scopes);
}

/** A field of a refused record becomes null. If it is non-null, so does the field that returned the record. */
function canBeRefused(field: GraphQLField<unknown, unknown>): boolean {
  const type = getNamedType(field.type);
  return canRefuse(field) || (isObjectType(type) && canRefuse(type));
}

const refusable = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter(canBeRefused)
      .map((field) => ({ at: `${type.name}.${field.name}`, field })),
  );

it('finds the rules of fields and of types', () => {
  const found = refusable.map(({ at }) => at);
  expect(found).toEqual(
    expect.arrayContaining([
      'Query.users',
      'User.sessions',
      'Viewer.accessTokens',
      'Session.impersonator',
    ]),
  );
  expect(found).not.toContain('Query.setup');
});

it('every field that can be refused is nullable', () => {
  const strict = refusable.filter(({ field }) => isNonNullType(field.type)).map(({ at }) => at);
  expect(strict.sort()).toEqual(Object.keys(exceptions).sort());
});
