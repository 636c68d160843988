import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { newId } from '#server/database/ids.ts';
import { schema } from '#server/schema.ts';
import { email, name } from '#shared/rules/account.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import { banRules } from '#shared/rules/user.ts';
import { postPaths } from '#tests/support/auth-endpoints.ts';
import { createRepository, createUser, unique } from '#tests/support/factories.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const admin = await server.as('admin');

/** The longest that one request may block the event loop, in milliseconds. */
const longestBlock = 20;

/** CPU time of this thread in milliseconds, which other processes do not affect. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The longest that `work` blocks the event loop, in milliseconds: the best of several runs. */
async function blocked(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 10 && best >= longestBlock; run += 1) {
    let longest = 0;
    let last = cpuTime();
    let stopped = false;
    const tick = () => {
      longest = Math.max(longest, cpuTime() - last);
      last = cpuTime();
      if (!stopped) setImmediate(tick);
    };
    setImmediate(tick);
    await work();
    await new Promise((resolve) => setImmediate(resolve));
    stopped = true;
    best = Math.min(best, longest);
  }
  return best;
}

/** Canonical ordering of combining marks takes quadratic time: 2.6 s for 96 kB. */
const marks = `a${'\u0301\u0323'.repeat(24_000)}`;

type Text = { what: string; document: string; variables(text: string): object };

const isText = (type: GraphQLInputType) => ['String', 'ID'].includes(getNamedType(type).name);

/** A valid value of a required input field. */
const sample = (type: GraphQLInputType) =>
  getNamedType(type).name === 'Role' ? 'USER' : 'a.example';

/** The text inputs of one argument of a root field. */
function textsOf(kind: string, field: string, argument: GraphQLArgument): Text[] {
  const type = getNamedType(argument.type);
  const leaf = kind === 'mutation' ? '{ errors { code } }' : '{ __typename }';
  const document = `${kind} ($value: ${argument.type}) { ${field}(${argument.name}: $value) ${leaf} }`;
  if (isText(type)) {
    return [{ what: `${field} ${argument.name}`, document, variables: (value) => ({ value }) }];
  }
  if (!isInputObjectType(type)) return [];
  const fields = Object.values(type.getFields());
  const required = fields.filter((each) => isNonNullType(each.type));
  const base = Object.fromEntries(required.map((each) => [each.name, sample(each.type)]));
  return fields
    .filter((each) => isText(each.type))
    .map(({ name: key }) => ({
      what: `${field} ${key}`,
      document,
      variables: (text) => ({ value: { ...base, [key]: text } }),
    }));
}

/** Every text input of the API. */
const texts = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).flatMap((field) =>
    field.args.flatMap((argument) =>
      textsOf(type === schema.getMutationType() ? 'mutation' : 'query', field.name, argument),
    ),
  ),
);

describe('96 kB of combining marks', () => {
  it('are tried at every text input of the API', () => expect(texts.length).toBeGreaterThan(25));

  it.each(texts)('do not block the event loop through $what', async ({ document, variables }) => {
    const milliseconds = await blocked(async () => {
      const answer = await admin.send(document, variables(marks));
      expect(errorCodes(answer)).not.toContain('INTERNAL_ERROR');
    });
    expect(milliseconds).toBeLessThan(longestBlock);
  });

  it.each(postPaths)('stop nobody else through %s', async (path) => {
    const body = { email: marks, newEmail: marks, otp: marks, provider: marks, userId: marks };
    const keys: Record<string, (keyof typeof body)[]> = {
      '/email-otp/send-verification-otp': ['email'],
      '/sign-in/email-otp': ['email', 'otp'],
      '/sign-in/social': ['provider'],
      '/email-otp/request-email-change': ['newEmail'],
      '/email-otp/change-email': ['newEmail', 'otp'],
      '/admin/impersonate-user': ['userId'],
    };
    const sent = Object.fromEntries((keys[path] ?? []).map((key) => [key, body[key]]));
    if (path.endsWith('send-verification-otp')) Object.assign(sent, { type: 'sign-in' });
    if (Object.keys(sent).length === 0) return;
    const milliseconds = await blocked(async () => {
      const response = await server.post(`/api/auth${path}`, sent, admin.cookie);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    });
    expect(milliseconds).toBeLessThan(longestBlock);
  });
});

describe('a date', () => {
  const users = (createdFrom: unknown) =>
    admin.send('query ($at: DateTime) { users(createdFrom: $at, first: 1) { nodes { id } } }', {
      at: createdFrom,
    });

  it.each([
    '2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00.123456789+05:30',
    '2024-02-29t23:59:59z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ])('is RFC 3339 with an offset: %s', async (text) => {
    expect(errorCodes(await users(text))).toEqual([]);
  });

  it.each([
    '2026-11-21',
    '2026-11-21T10:00:00',
    '2026-11-21 10:00:00Z',
    '2026-11-21T10:00Z',
    '2026-02-30T10:00:00Z',
    '2025-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T10:60:00Z',
    '2026-11-21T10:00:00+24:00',
    '2026-11-21T10:00:00+0530',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-00:01',
    '+010000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    'Nov 21, 2026',
    '1',
    '',
    `2026-11-21T10:00:00.${'0'.repeat(50_000)}Z`,
    1_700_000_000_000,
    0,
    true,
    ['2026-11-21T10:00:00Z'],
    {},
  ])('is nothing else, and the answer says so: %.40j', async (value) => {
    const answer = await users(value);
    expect(errorCodes(answer)).toEqual(['BAD_REQUEST']);
    expect(answer.errors[0]?.message).toMatch(/RFC 3339/);
  });

  it('cannot end a ban in the year 10000', async () => {
    const { id } = await createUser(server.database);
    for (const endsAt of ['10000-01-01T00:00:00Z', '+010000-01-01T00:00:00.000Z']) {
      const answer = await admin.send(
        'mutation ($input: BanUserInput!) { banUser(input: $input) { errors { code } } }',
        { input: { id, banReason: 'Spam', banEndsAt: endsAt } },
      );
      expect(errorCodes(answer)).toEqual(['BAD_REQUEST']);
    }
  });

  it('is refused as a literal too', async () => {
    for (const literal of ['"2026-11-21"', '1700000000000', 'SOON']) {
      const answer = await admin.send(`{ users(createdFrom: ${literal}) { nodes { id } } }`);
      expect(errorCodes(answer)).toEqual(['BAD_REQUEST']);
    }
  });
});

describe('a cursor', () => {
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const id = newId('Repository');
  const forged = [
    cursor('createdAt', '-010000-01-01T00:00:00.000Z', id),
    cursor('createdAt', '+275000-01-01T00:00:00.000Z', id),
    cursor('createdAt', 0, id),
    cursor('createdAt', null, id),
    cursor('createdAt', ['2026-01-01T00:00:00Z'], id),
    cursor('createdAt', '2026-01-01T00:00:00.000Z', 'repo_\u0000'),
    cursor('createdAt', '2026-01-01T00:00:00.000Z', '\u0000'),
    cursor('createdAt', '2026-01-01T00:00:00.000Z', { contains: '' }),
    cursor('nameKey', 'a\u0000', id),
    cursor('nameKey', '\ud800', id),
    cursor('nameKey', { not: null }, id),
    Buffer.from('["nameKey","\\ud800","x"]').toString('base64url'),
    'A'.repeat(60_000),
    '\u0000',
    '',
  ];

  it.each([
    { field: 'CREATED_AT', direction: 'ASC' },
    { field: 'NAME', direction: 'DESC' },
  ])('that was forged is refused, by $field', async (orderBy) => {
    for (const after of forged) {
      const { errors, data } = await admin.send(
        'query ($after: String, $orderBy: RepositoryOrder) { repositories(after: $after, orderBy: $orderBy) { nodes { id } } }',
        { after, orderBy },
      );
      // An empty cursor counts as absent.
      if (after)
        expect([after, errors[0]?.extensions.code, data]).toEqual([
          after,
          'BAD_REQUEST',
          { repositories: null },
        ]);
      else expect(errors).toEqual([]);
    }
  });
});

describe('text that PostgreSQL cannot store', () => {
  it.each(['\u0000', 'a\u0000b', '\ud800', 'x\udc00'])('is refused everywhere: %j', async (bad) => {
    for (const { what, document, variables } of texts) {
      const answer = await admin.send(document, variables(bad));
      expect([what, errorCodes(answer).filter((code) => code !== 'BAD_REQUEST')]).toEqual([
        what,
        [],
      ]);
      expect(answer.status).toBeLessThan(500);
    }
  });

  it('is not found in the dev inbox or as a person to act as', async () => {
    const inbox = await server.request('/dev/inbox.json?to=%00');
    expect([inbox.status, await inbox.json()]).toEqual([200, []]);
    for (const userId of [
      '\u0000',
      `${newId('User')}\u0000`,
      'x',
      newId('Repository'),
      newId('User'),
    ]) {
      const path = '/api/auth/admin/impersonate-user';
      const response = await server.post(path, { userId }, admin.cookie);
      expect([userId, response.status, (await response.json()).code]).toEqual([
        userId,
        404,
        'USER_NOT_FOUND',
      ]);
    }
  });

  it('is not taken from a body that is not UTF-8, or that escapes half a character', async () => {
    const bytes = (text: string, ...bad: number[]) =>
      Buffer.concat([Buffer.from(text), Buffer.from(bad), Buffer.from('"}')]);
    const bodies = [
      bytes('{"query":"{ viewer { user { id } } }","operationName":"', 0xff),
      bytes('{"query":"{ viewer { user { id } } }","operationName":"', 0xc0, 0x80),
      bytes('{"query":"{ viewer { user { id } } }","operationName":"', 0xed, 0xa0, 0x80),
      Buffer.from('{"query":"{ viewer { user { id } } }","variables":{"x":"\\ud800"}}'),
      Buffer.from('{"query":"{ viewer { user { id } } }","variables":{"x":"\\uDC00\\uD800"}}'),
      Buffer.from('{"query":"{ viewer { user { id } } }","variables":{"\\\\\\ud800":1}}'),
    ];
    for (const path of ['/api/graphql', '/api/auth/sign-out']) {
      for (const body of bodies) {
        const response = await server.request(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: server.origin },
          body,
        });
        expect([path, body.toString('latin1'), response.status]).toEqual([
          path,
          body.toString('latin1'),
          400,
        ]);
      }
    }
    // Control: escaped surrogate pairs and an escaped backslash are accepted.
    const fine = await server.request('/api/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin },
      body: '{"query":"{ viewer { user { id } } }","variables":{"x":"\\ud83d\\ude00 \\\\ud800"}}',
    });
    expect(fine.status).toBe(200);
  });
});

describe('what the rules let through', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.emailAddress(),
    fc.stringMatching(/^[\w+-]{1,20}@[a-zA-Z0-9]{1,10}[.][A-Za-z]{2,6}$/),
    fc.webUrl(),
    fc
      .tuple(fc.constantFrom('HTTP:', 'hTTps:\\', 'https:', 'http:/'), fc.domain())
      .map((parts) => parts.join('')),
    fc.string({
      unit: fc.constantFrom('a', 'ﷺ', 'ß', 'İ', '\u0301', 'K', '가', '\u200d', '😀'),
      maxLength: 120,
    }),
  );
  const accepted = (rule: z.ZodMiniType<string>) => (value: string) => {
    const result = rule.safeParse(value);
    return result.success ? result.data : undefined;
  };
  const { name: repositoryName, link, description } = repositoryRules.shape;
  const columns = [
    { column: 'user.email', rule: email },
    { column: 'user.name', rule: name },
    { column: 'user.banReason', rule: banRules.shape.banReason },
    { column: 'repository.name', rule: repositoryName },
    { column: 'repository.link', rule: link },
    { column: 'repository.description', rule: description },
  ];

  it.each(columns)('is what the database takes as $column', async ({ column, rule }) => {
    const [table, key = ''] = column.split('.') as ['user' | 'repository', string];
    const { id } = await (table === 'user' ? createUser : createRepository)(server.database);
    const samples = fc
      .sample(anyText, 600)
      .map(accepted(rule))
      .filter((text) => text !== undefined);
    expect(samples.length).toBeGreaterThan(20);
    for (const text of new Set(samples)) {
      const written = { where: { id }, data: { [key]: text }, select: { id: true } };
      const write =
        table === 'user'
          ? server.database.user.update(written)
          : server.database.repository.update(written);
      await expect(write, JSON.stringify(text)).resolves.toBeTruthy();
    }
  });
});

describe('repository names that look alike', () => {
  const create = (repositoryName: string) =>
    admin.send(
      'mutation ($input: CreateRepositoryInput!) { createRepository(input: $input) { repository { name } errors { code field } } }',
      { input: { name: repositoryName, link: 'a.example' } },
    );

  it('cannot differ in characters that show nothing', async () => {
    const taken = unique('vivid');
    expect((await create(taken)).data.createRepository.errors).toEqual([]);
    for (const hidden of [
      '\u200b',
      '\u200c',
      '\u200d',
      '\u2060',
      '\ufeff',
      '\u00ad',
      '\u200e',
      '\u034f',
      '\u3164',
      '\ufe0f',
      '\u{e0041}',
      '\u{e0100}',
      '\u061c',
      '\u180b',
    ]) {
      const { data } = await create(`${taken.slice(0, 3)}${hidden}${taken.slice(3)}`);
      expect([hidden, data.createRepository.repository]).toEqual([hidden, null]);
      expect(['NAME_ALREADY_USED', 'NAME_INVALID']).toContain(data.createRepository.errors[0].code);
    }
  });

  it('may hold joiners where a script or an emoji needs them', async () => {
    for (const word of ['می‌خواهم', 'ക്‍ഷ', '👩‍💻', '❤️', '葛\u{e0100}']) {
      const { data } = await create(`${word} ${unique('x')}`);
      expect([word, data.createRepository.errors]).toEqual([word, []]);
    }
  });
});
