import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { email, name } from '#shared/rules/account.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import { banRules } from '#shared/rules/user.ts';
import { createRepository, createUser, unique } from '#tests/support/factories.ts';
import { payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const admin = await server.as('admin');

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
    payloadOf(
      admin,
      'createRepository',
      { name: repositoryName, link: 'a.example' },
      'repository { name }',
    );

  it('cannot differ in characters that show nothing', async () => {
    const taken = unique('vivid');
    expect((await create(taken)).errors).toEqual([]);
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
      const name = `${taken.slice(0, 3)}${hidden}${taken.slice(3)}`;
      const { repository, errors } = await create(name);
      expect([hidden, repository]).toEqual([hidden, null]);
      expect(['NAME_ALREADY_USED', 'NAME_INVALID']).toContain(errors[0].code);
    }
  });
});
