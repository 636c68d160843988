import { codesOf } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import { type Context, newAddress, type Scenario } from './context.ts';
import { createRepository } from './lookups.ts';
import { createUser, errorCodes, renameMutation } from './users.ts';

const unstorable: Scenario = {
  row: 30,
  title: 'NUL in IDs and cursors, years before 1 and after 9999, invalid UTF-8',
  async run(context, check) {
    const { adminClient } = context;
    const nul = 'usr_\u0000';
    for (const [what, query] of Object.entries({
      node: 'query ($v: ID!) { node(id: $v) { id } }',
      nodes: 'query ($v: ID!) { nodes(ids: [$v]) { id } }',
      repository: 'query ($v: ID!) { repository(id: $v) { id } }',
      user: 'query ($v: ID!) { user(id: $v) { id } }',
      search: 'query ($v: ID!) { repositories(after: $v) { nodes { id } } }'.replace(
        'ID!',
        'String!',
      ),
      deleteUsers: 'mutation ($v: ID!) { deleteUsers(input: { ids: [$v] }) { errors { code } } }',
      banUsers:
        'mutation ($v: ID!) { banUsers(input: { ids: [$v], banReason: "x" }) { errors { code } } }',
      updateUser:
        'mutation ($v: ID!) { updateUser(input: { id: $v, name: "x" }) { errors { code } } }',
      deleteRepositories:
        'mutation ($v: ID!) { deleteRepositories(input: { ids: [$v] }) { errors { code } } }',
      revokeSession: 'mutation ($v: ID!) { revokeSession(input: { id: $v }) { errors { code } } }',
      revokeSessionsOfUsers:
        'mutation ($v: ID!) { revokeSessionsOfUsers(input: { ids: [$v] }) { errors { code } } }',
    })) {
      const cursor = Buffer.from('{"createdAt":"-300000-01-01T00:00:00Z","id":"\u0000"}').toString(
        'base64',
      );
      for (const value of [nul, '\u0000', cursor, `usr_${'0'.repeat(25)}\u0000`]) {
        // Every response is checked for internal errors anyway, so only check for 5xx here.
        const reply = await adminClient.post('/api/graphql', { query, variables: { v: value } });
        check(
          `${what} with ${JSON.stringify(value.slice(0, 12))}: an answer`,
          reply.status < 500,
          reply.text.slice(0, 200),
        );
        check(
          `${what}: no internal error`,
          !codesOf(reply).includes('INTERNAL_ERROR'),
          reply.text.slice(0, 200),
        );
      }
    }
    const acting = await adminClient.post('/api/auth/admin/impersonate-user', { userId: nul });
    check('impersonating NUL: refused', acting.status >= 400 && acting.status < 500, acting.status);
    const { id } = await createUser(context, adminClient, 'USER');
    for (const at of [
      '+010000-01-01T00:00:00Z',
      '-000001-01-01T00:00:00Z',
      '-300000-01-01T00:00:00Z',
      '+275760-09-13T00:00:00.001Z',
      '2999-02-30T00:00:00Z',
      '2999-01-01',
      '1',
      '',
    ]) {
      const reply = await adminClient.post('/api/graphql', {
        query:
          'mutation ($id: ID!, $at: DateTime!) { banUsers(input: { ids: [$id], banReason: "x", banEndsAt: $at }) { users { id } errors { code } } }',
        variables: { id, at },
      });
      check(
        `a ban until ${at || 'nothing'}: refused`,
        codesOf(reply).join() === 'BAD_REQUEST',
        reply.text.slice(0, 200),
      );
    }
    const bytes = Buffer.concat([
      Buffer.from('{"query":"mutation { updateViewer(input: { name: \\"'),
      Buffer.from([0x41, 0xff, 0xc3, 0x28]),
      Buffer.from('\\" }) { errors { code } } }"}'),
    ]);
    const invalid = await adminClient.fetch('/api/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: adminClient.origin },
      body: bytes,
    });
    check('invalid UTF-8: 400', invalid.status === 400, [
      invalid.status,
      invalid.text.slice(0, 100),
    ]);
  },
};

const blanks = [
  '\u200b',
  '\u3164',
  '\u2800',
  '\uffff',
  '\u115f\u1160',
  '\uffa0',
  '\u00ad',
  '\u2060\u2060',
  '\u{e0100}',
];

const odd: Scenario = {
  row: 30,
  title: 'schemes in any letter case, names that show nothing or look like another',
  async run(context, check) {
    const { adminClient } = context;
    const word = () => newAddress().slice(6, 16);
    const create = `mutation ($name: String!, $link: String!) { createRepository(input: { name: $name, link: $link }) {
      repository { id name link } errors { code field } } }`;
    for (const link of [
      'HTTP://a.example/b',
      'HttpS://a.example',
      'https:a.example',
      'https:\\\\a.example',
      'hTTps:/a.example',
      'HTTPS:\\a.example/x',
    ]) {
      const reply = await adminClient.graphql(create, { name: `l ${word()}`, link });
      const stored: string | undefined = reply.data?.createRepository?.repository?.link;
      const isFine = stored
        ? /^https?:\/\/a\.example/.test(stored)
        : errorCodes(reply).join() === 'LINK_INVALID';
      check(`link ${link}: stored plainly or LINK_INVALID`, isFine, reply);
    }
    const { client } = await createUser(context, adminClient, 'USER');
    for (const blank of blanks) {
      const shown = JSON.stringify(blank).replace(
        /[^\x20-\x7e]/g,
        (c) => `u${c.codePointAt(0)?.toString(16)}`,
      );
      const named = await client.graphql(renameMutation, { name: blank });
      check(
        `a person named ${shown}: refused`,
        errorCodes(named).some((code) => /NAME|BAD_REQUEST/.test(code)),
        named,
      );
      const made = await adminClient.graphql(create, { name: blank, link: 'a.example' });
      check(
        `a repository named ${shown}: refused`,
        errorCodes(made).some((code) => /NAME|BAD_REQUEST/.test(code)),
        made,
      );
    }
    await lookAlikes(context, create, check);
  },
};

async function lookAlikes({ adminClient }: Context, create: string, check: Check) {
  const name = `look ${newAddress().slice(6, 16)}`;
  await adminClient.graphql(createRepository, { name });
  for (const other of [
    `${name}\u200b`,
    `lo\u00adok${name.slice(4)}`,
    `lo\u2060ok${name.slice(4)}`,
    `look\u00a0${name.slice(5)}`,
    `look \u034f${name.slice(5)}`,
    `\ufeff${name}`,
  ]) {
    const made = await adminClient.graphql(create, { name: other, link: 'a.example' });
    const stored = made.data?.createRepository?.repository?.name;
    check(
      `${JSON.stringify(other)} beside ${name}: refused`,
      errorCodes(made).length > 0 && !stored,
      made,
    );
  }
}

const pages: Scenario = {
  row: 30,
  title: 'a page of a million people at the list of the authentication library',
  async run(context, check) {
    for (const query of [
      'limit=1000000',
      'limit=-1',
      'limit=abc',
      'offset=-1',
      'limit[]=1&limit=2',
      'sortBy=password',
      'filterField=token&filterValue=x',
    ]) {
      const { status, text } = await context.adminClient.fetch(
        `/api/auth/admin/list-users?${query}`,
      );
      check(`${query}: 400 with a code`, status === 400 && /"code"/.test(text), [
        status,
        text.slice(0, 150),
      ]);
    }
    const usual = await context.adminClient.fetch('/api/auth/admin/list-users?limit=10');
    check(
      'a page of ten is answered',
      usual.status === 200 && usual.json?.users?.length > 0,
      usual.text.slice(0, 150),
    );
  },
};

export const oddInputScenarios = [unstorable, odd, pages];
