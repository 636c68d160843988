import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { withoutAuditEvents } from '#tests/support/audit-events.ts';
import {
  createAccessToken,
  createOrganization,
  createPasskey,
  createSession,
  unique,
} from '#tests/support/factories.ts';
import { enumOf, second } from '#tests/support/other-languages.ts';
import { auditOf } from '#tests/support/schema.ts';
import type { TestUser } from '#tests/support/server.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '6000' });
const { database } = server;

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const setPicture = `updateViewerPicture(input: { picture: "${png}" })`;

const addSession = async ({ id }: TestUser) => (await createSession(database, id)).id;
const addToken = async ({ id }: TestUser) => (await createAccessToken(database, id)).id;

async function send(person: Pick<TestUser, 'send'>, call: string) {
  const { data, errors } = await person.send(`mutation { result: ${call} { errors { code } } }`);
  expect(errors).toEqual([]);
  return data.result.errors;
}

const newEvents = async (act: () => Promise<unknown>) => {
  const before = await database.auditEvent.findMany({ select: { id: true } });
  await act();
  return database.auditEvent.findMany({
    where: { id: { notIn: before.map(({ id }) => id) } },
    orderBy: { id: 'asc' },
  });
};

const sessionOf = ({ id: userId }: TestUser) =>
  database.session.findFirstOrThrow({ where: { userId }, orderBy: { id: 'asc' } });

const own: [call: string, kinds: string[], prepare?: (person: TestUser) => Promise<unknown>][] = [
  [
    'createAccessToken(input: { name: "CI", scopes: [REPOSITORY_READ], expiresInDays: 90 })',
    ['access_token_created'],
  ],
  ['updateAccessToken(input: { id: "ID", name: "New" })', ['access_token_updated'], addToken],
  ['rotateAccessToken(input: { id: "ID", overlapHours: 1 })', ['access_token_rotated'], addToken],
  ['revokeAccessToken(input: { id: "ID" })', ['access_token_revoked'], addToken],
  ['updateViewer(input: { name: "Ada" })', ['name_changed']],
  [`updateViewer(input: { language: ${enumOf(second)} })`, ['language_changed']],
  [setPicture, ['picture_changed']],
  ['deleteViewerPicture', ['picture_deleted'], (person) => send(person, setPicture)],
  ['revokeSession(input: { id: "ID" })', ['sessions_revoked'], addSession],
  ['revokeOtherSessions', ['sessions_revoked'], addSession],
  [
    'renamePasskey(input: { id: "ID", name: "Key" })',
    ['passkey_renamed'],
    async ({ id }) => (await createPasskey(database, id)).id,
  ],
  [
    'removePasskey(input: { id: "ID" })',
    ['passkey_removed'],
    async ({ id }) => (await createPasskey(database, id)).id,
  ],
  [
    'unlinkProvider(input: { providerId: "github" })',
    ['provider_unlinked'],
    async ({ id: userId }) => {
      const account = { providerId: 'github', accountId: unique('account') };
      await database.account.create({ data: { id: newId('Account'), userId, ...account } });
    },
  ],
];

const rowsOf = ({ id }: TestUser) =>
  database.user.findUniqueOrThrow({
    where: { id },
    select: {
      ...{ name: true, language: true, accounts: true },
      sessions: { select: { id: true }, orderBy: { id: 'asc' } },
      image: true,
      accessTokens: true,
      passkeys: true,
    },
  });

describe('a person', () => {
  it.each(own)('%s', async (call, kinds, prepare) => {
    const person = await server.as('user');
    const { id: sessionId } = await sessionOf(person);
    const sent = call.replace('ID', String(await prepare?.(person)));
    const before = await rowsOf(person);
    await withoutAuditEvents(database, async () => {
      const refused = await person.send(`mutation { result: ${sent} { errors { code } } }`);
      expect(errorCodes(refused)).toEqual(['INTERNAL_ERROR']);
    });
    expect(await rowsOf(person)).toEqual(before);
    const events = await newEvents(async () => expect(await send(person, sent)).toEqual([]));
    const means = { sessionId, tokenId: null, impersonatedId: null, network: 'loopback' };
    const about = { userId: person.id, doneById: person.id, recordId: null, organizationId: null };
    expect(events).toMatchObject(kinds.map((kind) => ({ kind, ...about, ...means })));
    const [name = ''] = /^\w+/.exec(call) ?? [];
    expect(auditOf[name]).toEqual(expect.arrayContaining(kinds));
    if (/^(create|rotate)/.test(call)) return;
    expect(await newEvents(() => person.send(`mutation { ${sent} { errors { code } } }`))).toEqual(
      [],
    );
  });

  it('keeps their account unless its deletion is recorded', async () => {
    const person = await server.as('user');
    const remove = () => server.post('/api/auth/delete-user', {}, person.cookie);
    await withoutAuditEvents(database, async () => expect((await remove()).status).toBe(500));
    expect(await database.user.count({ where: { id: person.id } })).toBe(1);
  });

  it('is told from their token, also once it is gone', async () => {
    const manager = await server.as('admin');
    const { id, secret } = await createToken(manager, { scopes: ['REPOSITORY_CREATE'] });
    const call = `createRepository(input: { name: "${unique('by-token')}", link: "a.example" })`;
    const events = await newEvents(() => send(program(server, secret), call));
    const by = { tokenId: id, tokenName: 'CI', sessionId: null, doneById: manager.id };
    expect(events).toMatchObject([{ kind: 'repository_created', ...by }]);
    await database.accessToken.delete({ where: { id } });
    const { data } = await manager.send(
      `query ($id: ID!) { auditEvents(filter: { accessTokenId: $id }) { nodes {
        actorId sessionId accessTokenId accessTokenName } } }`,
      { id },
    );
    expect(data.auditEvents.nodes).toEqual([
      { actorId: manager.id, sessionId: null, accessTokenId: id, accessTokenName: 'CI' },
    ]);
  });
});

describe('an endpoint', () => {
  const post = (path: string, cookie: string, body = {}) =>
    server.post(`/api/auth${path}`, body, cookie);

  it.each([
    ['/sign-out', 'signed_out'],
    ['/revoke-sessions', 'sessions_revoked'],
    ['/revoke-other-sessions', 'sessions_revoked'],
    ['/delete-user', 'deleted'],
  ])('%s', async (path, kind) => {
    const person = await server.as('user');
    const { id: sessionId } = await sessionOf(person);
    await addSession(person);
    const events = await newEvents(() => post(path, person.cookie));
    const about = { userId: person.id, doneById: person.id, sessionId, network: 'loopback' };
    expect(events).toMatchObject([{ kind, ...about }]);
    expect(await newEvents(() => post(path, person.cookie))).toEqual([]);
  });

  it('that reads the list of users, `list_exported`, which people without the right do not', async () => {
    const [manager, person] = [await server.as('admin'), await server.as('user')];
    const list =
      ({ cookie }: TestUser) =>
      () =>
        server.request('/api/auth/admin/list-users?limit=10', { headers: { cookie } });
    expect(await newEvents(list(manager))).toMatchObject([
      { kind: 'list_exported', userId: manager.id, detail: 'list-users' },
    ]);
    expect(await newEvents(list(person))).toEqual([]);
  });

  it('by which a new person signs in', async () => {
    const events = await newEvents(() => server.signIn(`${unique('new')}@example.org`));
    const { id: sessionId } = await database.session.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(events).toMatchObject([
      { kind: 'created', sessionId: null },
      { kind: 'signed_in', sessionId },
    ]);
  });

  it.each([
    ['/admin/stop-impersonating', 'impersonation_ended'],
    ['/sign-out', 'signed_out'],
  ])('that ends an impersonation names the manager: %s', async (path, kind) => {
    const acting = await server.impersonate();
    const { id: sessionId } = await database.session.findFirstOrThrow({
      where: { userId: acting.id, impersonatedBy: acting.manager.id },
    });
    const events = await newEvents(() => post(path, acting.cookie));
    const userId = kind === 'signed_out' ? acting.manager.id : acting.id;
    const by = { doneById: acting.manager.id, sessionId, impersonatedId: acting.id };
    expect(events).toMatchObject([{ kind, userId, ...by }]);
    expect(await newEvents(() => post(path, acting.cookie))).toEqual([]);
  });
});

it('a manager who impersonates an owner is named in what they do', async () => {
  const acting = await server.impersonate();
  const { id } = await createOrganization(database, { ownerId: acting.id });
  const events = await newEvents(() =>
    send(acting, `createTeam(input: { organizationId: "${id}", name: "A" })`),
  );
  const by = { doneById: acting.manager.id, impersonatedId: acting.id, byManager: true };
  expect(events).toMatchObject([{ kind: 'team_created', organizationId: id, ...by }]);
});
