import { type GraphQLField, getNamedType, isNonNullType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '#tests/support/schema.ts';

/** Fields that may be non-null anyway, and why. */
const exceptions: Record<string, string> = {
  'Subscription.events': 'The only field of its document.',
  'Viewer.user': 'Everybody may read their own user.',
};

/** Pages, and their edges: the field that returns the page is refused or limited instead, and nullable. */
function isOfPage(at: string): boolean {
  const [, name] = /^(\w+)(?:Connection\.nodes|Edge\.node)$/.exec(at) ?? [];
  if (!name) return false;
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const pages = types.flatMap((type) => Object.values(type.getFields()));
  return pages
    .filter(({ type }) => getNamedType(type).name === `${name}Connection`)
    .every(({ type }) => !isNonNullType(type));
}

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
  const unexpected = strict.filter((at) => !isOfPage(at)).sort();
  expect(unexpected, 'need `nullable: true`').toEqual(Object.keys(exceptions).sort());
});
