import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { limits } from '#shared/limits.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { createOrganization, createRepository, unique } from '#tests/support/factories.ts';
import { whileWaiting } from '#tests/support/open-transaction.ts';
import type { TestUser } from '#tests/support/server.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

const fields = 'organization { id name slug memberCount viewerRole viewerCanDelete }';
const create = (person: TestUser, slug: string) =>
  payloadOf(person, 'createOrganization', { name: 'Acme', slug }, fields);
const taken = [{ code: 'ORGANIZATION_SLUG_ALREADY_TAKEN', field: ['slug'] }];

describe('a new organization', () => {
  it('belongs to its creator, who finds it by its ID and slug', async () => {
    const person = await server.as('user');
    const slug = unique('Acme');
    const { organization } = await create(person, slug);
    expect(organization).toEqual({
      id: expect.stringMatching(/^org_/),
      name: 'Acme',
      slug: slug.toLowerCase(),
      memberCount: 1,
      viewerRole: 'OWNER',
      viewerCanDelete: true,
    });
    const found = await person.send(
      'query ($id: ID!, $slug: String!) { organization(id: $id) { id } organizationBySlug(slug: $slug) { id } node(id: $id) { id } }',
      { id: organization.id, slug },
    );
    const { id } = organization;
    expect(found.data).toEqual({ organization: { id }, organizationBySlug: { id }, node: { id } });
  });

  it.each([
    ['', 'VALUE_REQUIRED'],
    ['ab', 'SLUG_INVALID'],
    ['a'.repeat(limits.slugMax + 1), 'SLUG_INVALID'],
    ['a--b', 'SLUG_INVALID'],
    ['-ab', 'SLUG_INVALID'],
    ['ab-', 'SLUG_INVALID'],
    ['a b', 'SLUG_INVALID'],
    ['a/b', 'SLUG_INVALID'],
    ['\uff41\uff42\uff43', 'SLUG_INVALID'],
    // The Kelvin sign, which lowercases to k.
    ['\u212aelvin', 'SLUG_INVALID'],
    ['New', 'SLUG_INVALID'],
  ])('is refused with the slug %j', async (slug, code) => {
    const errors = [{ code, field: ['slug'] }];
    expect(await create(await server.as('user'), slug)).toEqual({ organization: null, errors });
  });

  it('gets its slug once, also when several ask at the same time', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => server.as('user')));
    const slug = unique('same');
    const answers = await Promise.all(people.map((person) => create(person, slug)));
    const refused = answers.flatMap(({ errors }) => errors);
    expect(refused).toEqual([...taken, ...taken, ...taken]);
  });

  it('is refused to a person who owns as many as are allowed, also in requests at the same time', async () => {
    const person = await server.as('user');
    const asked = Array.from({ length: organizationLimits.organizationsPerOwner + 4 }, () =>
      create(person, unique('many')),
    );
    const errors = (await Promise.all(asked)).flatMap((answer) => answer.errors);
    const refused = 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS';
    expect(errors.map(({ code }) => code)).toEqual([refused, refused, refused, refused]);
    const owned = await database.member.count({ where: { userId: person.id, role: 'owner' } });
    expect(owned).toBe(organizationLimits.organizationsPerOwner);
  });
});

describe('an organization', () => {
  it('is deleted with its repositories by those who may delete both, who are told how many', async () => {
    const owner = await server.as('user');
    const { id } = await createOrganization(database, { ownerId: owner.id });
    await createRepository(database, { organizationId: id });
    await createRepository(database, { organizationId: id });
    const { id: tokenId, secret } = await createToken(owner);
    const scopes = ['organization:read', 'organization:update', 'repository:read'];
    await database.accessToken.update({ where: { id: tokenId }, data: { scopes } });
    const bot = program(server, secret);
    expect(await mutate(bot, 'deleteOrganization', { id })).toEqual(['FORBIDDEN']);
    expect(await database.repository.count({ where: { organizationId: id } })).toBe(2);
    const ask = 'query ($id: ID!) { organization(id: $id) { dependents { type count } } }';
    const { data } = await owner.send(ask, { id });
    expect(data.organization.dependents).toEqual([{ type: 'Repository', count: 2 }]);
    expect(await mutate(owner, 'deleteOrganization', { id })).toEqual([]);
    const event = { kind: 'organization_deleted', recordId: id } as const;
    const detail = 'Repository: 2';
    expect(await database.auditEvent.findFirst({ where: event })).toMatchObject({ detail });
  });

  it('has a name for one team only, also when several are created at the same time', async () => {
    const owner = await server.as('user');
    const { id: organizationId } = await createOrganization(database, { ownerId: owner.id });
    const name = unique('team');
    const answers = await Promise.all(
      [name, name.toUpperCase(), ` ${name} `, name].map((spelling) =>
        mutate(owner, 'createTeam', { organizationId, name: spelling }),
      ),
    );
    expect(answers.flat()).toEqual(Array(3).fill('TEAM_ALREADY_EXISTS'));
  });

  it('has a limited number of teams', async () => {
    const owner = await server.as('user');
    const { id: organizationId } = await createOrganization(database, { ownerId: owner.id });
    await database.team.createMany({
      data: Array.from({ length: limits.teamsPerOrganization }, () => ({
        ...{ id: newId('Team'), organizationId, name: unique('team') },
      })),
    });
    expect(await mutate(owner, 'createTeam', { organizationId, name: unique('team') })).toEqual([
      'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS',
    ]);
  });

  it('always has an owner: the database refuses one without', async () => {
    const name = unique('empty');
    const without = database.organization.create({
      data: { id: 'org_01h455vb4pex5vsknk084sn02q', name, slug: name },
    });
    await expect(without).rejects.toThrow();
    const { id } = await createOrganization(database);
    const where = { organizationId: id };
    await expect(database.member.updateMany({ where, data: { role: 'admin' } })).rejects.toThrow();
    await expect(database.member.deleteMany({ where })).rejects.toThrow();
    expect(await database.member.count({ where: { ...where, role: 'owner' } })).toBe(1);
  });
});

describe('a former slug', () => {
  const rename = (person: TestUser, id: string, slug: string) =>
    payloadOf(person, 'updateOrganization', { id, slug }, 'organization { slug }');
  const remove = (person: TestUser, id: string) => mutate(person, 'deleteOrganization', { id });

  async function founded(days: number) {
    const owner = await server.as('user');
    const slug = unique('former');
    const { id } = (await create(owner, slug)).organization;
    const createdAt = new Date(Date.now() - days * 24 * 60 * 60 * 1_000);
    await database.organization.update({ where: { id }, data: { createdAt } });
    return { owner, id, slug };
  }

  async function daysOf(slug: string): Promise<number> {
    const { expiresAt } = await database.formerOrganizationSlug.findUniqueOrThrow({
      where: { slug },
    });
    return (expiresAt.getTime() - Date.now()) / (24 * 60 * 60 * 1_000);
  }

  const expire = (slug: string) =>
    database.formerOrganizationSlug.update({
      where: { slug },
      data: { expiresAt: new Date(Date.now() - 1) },
    });

  it.each([
    [
      'was renamed',
      (owner: TestUser, id: string) =>
        mutate(owner, 'updateOrganization', { id, slug: unique('renamed') }),
    ],
    ['was deleted', remove],
  ])('of an organization that %s is nobody else’s for 90 days', async (_what, giveUp) => {
    const { owner, id, slug } = await founded(2);
    expect(await giveUp(owner, id)).toEqual([]);
    const other = await founded(2);
    expect((await create(other.owner, slug)).errors).toEqual(taken);
    expect((await rename(other.owner, other.id, slug.toUpperCase())).errors).toEqual(taken);
    expect(await daysOf(slug)).toBeCloseTo(90, 1);
    await expire(slug);
    expect((await create(other.owner, slug)).errors).toEqual([]);
  });

  it('is given back to its organization', async () => {
    const { owner, id, slug } = await founded(2);
    await rename(owner, id, unique('renamed'));
    expect(await rename(owner, id, slug)).toEqual({ organization: { slug }, errors: [] });
    await rename(owner, id, unique('renamed'));
    expect(await daysOf(slug)).toBeCloseTo(90, 1);
  });

  it('is reserved for an hour where a person could collect many', async () => {
    const young = await founded(0);
    await rename(young.owner, young.id, unique('renamed'));
    expect(await daysOf(young.slug)).toBeCloseTo(1 / 24, 1);
    const old = await founded(2);
    const second = unique('second');
    await rename(old.owner, old.id, second);
    await rename(old.owner, old.id, unique('third'));
    expect(await daysOf(old.slug)).toBeCloseTo(90, 1);
    expect(await daysOf(second)).toBeCloseTo(1 / 24, 1);
  });

  it('is taken by nobody who asks while its organization gives it up', async () => {
    const { id, slug } = await founded(2);
    const person = await server.as('user');
    const answer = await whileWaiting(database, {
      lock: (transaction) =>
        transaction.organization.update({ where: { id }, data: { slug: unique('renamed') } }),
      request: () => create(person, slug),
    });
    expect(answer.errors).toEqual(taken);
  });
});
