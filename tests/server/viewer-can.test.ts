/** Compares every `viewerCan…` field with the outcome of its mutation, for each kind of viewer. */
import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { accessTokenKinds, accessTokenRows } from '#tests/support/access-token-kinds.ts';
import { creatableEntities, expectedEntities } from '#tests/support/entities.ts';
import { camelCase, createRecord, createUser, unique } from '#tests/support/factories.ts';
import { organizationRows } from '#tests/support/organization-viewer-can.ts';
import { organizationViewerKinds } from '#tests/support/organization-viewer-kinds.ts';
import type { TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';
import { createRecords } from '#tests/support/viewer-can-records.ts';
import { rowsOf, type ViewerCanRow, type ViewerKind } from '#tests/support/viewer-kind.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '100000' });
const { database } = server;

const user = await server.as('user');
const manager = await server.as('admin');
const impersonated = await server.impersonate();
const robot = await createUser(database, { role: 'admin', isServiceAccount: true });

const kinds: Record<string, ViewerKind> = {
  'a user who is signed in': { person: user, cookie: user.cookie },
  'a manager who is signed in': { person: manager, cookie: manager.cookie, seesUsers: true },
  'a manager who impersonates a user': { person: impersonated, cookie: impersonated.cookie },
  ...(await organizationViewerKinds(server, { manager, impersonated })),
  ...accessTokenKinds({ server, user, manager, robot }),
};

type Ids = Awaited<ReturnType<typeof createRecords>>['ids'];

/** Only viewers who see users by ID are tested with every kind of user. */
const otherUsers: readonly string[] = ['invitedUser', 'manager', 'serviceAccount'];

async function startsImpersonation(id: string, cookie: string): Promise<boolean> {
  const { status } = await server.post('/api/auth/admin/impersonate-user', { userId: id }, cookie);
  return status === 200;
}

const users = ['user', 'self', ...otherUsers];
const newToken = 'userId: $id, name: "CI", expiresInDays: 30, scopes: [REPOSITORY_READ]';
const repositories = ['repository', 'organizationRepository'];

const rows: ViewerCanRow[] = [
  ...rowsOf('User.viewerCanUpdate', users, 'updateUser(id: $id, name: "Somebody")'),
  ...rowsOf('User.viewerCanUpdateEmail', users, 'updateUser(id: $id, email: $email)'),
  ...rowsOf('User.viewerCanSetRole', users, 'updateUser(id: $id, role: $otherRole)'),
  ...rowsOf('User.viewerCanBan', users, 'banUsers(ids: [$id], banReason: "Spam")'),
  ...rowsOf('User.viewerCanDelete', users, 'deleteUsers(ids: [$id])'),
  ...rowsOf('User.viewerCanResendInvitation', users, 'resendUserInvitation(id: $id)'),
  ...rowsOf('User.viewerCanCreateAccessToken', users, `createAccessToken(${newToken})`),
  ...rowsOf('User.viewerCanImpersonate', users, startsImpersonation),
  ...rowsOf('User.viewerCanResetPasskeys', users, 'resetPasskeys(id: $id)'),
  ...rowsOf(
    'User.viewerCanRevokeSessions',
    ['user', ...otherUsers],
    'revokeSessionsOfUsers(ids: [$id])',
  ),
  ...accessTokenRows,
  ...rowsOf('Repository.viewerCanUpdate', repositories, 'updateRepository(id: $id, name: $name)'),
  ...rowsOf('Repository.viewerCanDelete', repositories, 'deleteRepositories(ids: [$id])'),
  ...organizationRows,
];

const types = { id: 'ID', name: 'String', email: 'String', otherRole: 'Role' };

async function works(kind: ViewerKind, { call }: ViewerCanRow, id: string, send: TestUser['send']) {
  if (typeof call !== 'string') return call(id, kind.cookie ?? '');
  const user = await database.user.findUnique({ where: { id } });
  const variables = {
    ...{ id, name: unique('named'), email: `${unique('moved')}@example.com` },
    otherRole: user?.role === 'admin' ? 'USER' : 'ADMIN',
  };
  const used = Object.entries(types).filter(([name]) => call.includes(`$${name}`));
  const declared = used.map(([name, type]) => `$${name}: ${type}!`).join(', ');
  const document = `mutation (${declared}) { result: ${call} { errors { code } } }`;
  const { data, errors } = await send(document, variables);
  return errors.length === 0 && data.result.errors.length === 0;
}

/** `viewerCanUpdate` of an entity without rows above tells the truth about the `update…` of its `rootFields`. */
for (const { type, recordFields, rootFields = {} } of expectedEntities) {
  for (const name of Object.keys(recordFields)) {
    const field = `${type}.${name}`;
    if (!name.startsWith('viewerCan') || rows.some((row) => row.field === field)) continue;
    const verb = camelCase(name.slice('viewerCan'.length));
    const [, root] = Object.entries(rootFields).find(([each]) => each.startsWith(verb)) ?? [];
    const [, call] = /\) \{ (.*) \{ errors \{ code \} \} \}$/.exec(root?.document ?? '') ?? [];
    if (call) rows.push({ field, of: type, call: call.replace(`$${camelCase(type)}Id`, '$id') });
  }
}

async function recordOf(ids: Ids, of: string): Promise<string> {
  const entity = creatableEntities.find(({ type }) => type === of);
  return entity ? createRecord(database, entity) : ids[of as keyof Ids];
}

const said = new Map<string, Set<boolean>>(rows.map(({ field }) => [field, new Set()]));

describe.each(Object.entries(kinds))('%s', (_name, kind) => {
  const seen = rows.filter(({ of }) => kind.seesUsers || !otherUsers.includes(of));
  it.each(seen)('is told the truth by $field of $of', async (row) => {
    const { send, ids } = await createRecords(server, { kind, of: row.of });
    const id = await recordOf(ids, row.of);
    const [type = '', field = ''] = row.field.split('.');
    const document = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${field} } } }`;
    const { data } = await send(document, { id });
    const can = data.node?.[field] === true;
    said.get(row.field)?.add(can);
    expect(await works(kind, row, id, send)).toBe(can);
  });
});

it('walks every field viewerCan… of the API', () => {
  const text = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
  const fields = Object.values(buildSchema(text).getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.keys(type.getFields())
          .filter((name) => name.startsWith('viewerCan'))
          .map((name) => `${type.name}.${name}`)
      : [],
  );
  const walked = rows.map(({ field }) => field);
  const lacking = fields.filter((field) => !walked.includes(field));
  const where =
    'need their mutation in `rootFields` of tests/entities/<entity>.ts, or a row of this test';
  expect(lacking, where).toEqual([]);
  expect(walked.filter((field) => !fields.includes(field))).toEqual([]);
});

afterAll(() => {
  for (const [field, answers] of said) expect([field, answers.size]).toEqual([field, 2]);
});
