import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import type { AreaHandle } from '#client/features/session/use-navigation.ts';
import { paths } from '#client/paths.ts';
import { routes } from '#client/routes.tsx';
import palette from '#shared/locales/en/palette.json' with { type: 'json' };
import { expectedEntities } from '#tests/support/entities.ts';

const addresses = {
  home: [paths.home('app'), paths.home('manager')],
  account: [paths.account('app'), paths.account('manager', { state: 'change-name' })],
  reviewAccount: [paths.reviewAccount(), '/secure-account'],
  login: [paths.login('/app')],
  loginError: [paths.loginError('BANNED_USER')],
  verify: [paths.verify('ada@example.org')],
  ownPasskeys: [paths.ownPasskeys('app'), paths.ownPasskeys('manager')],
  passkeyStep: [paths.passkeyStep('/app')],
  passkeySetup: [paths.passkeySetup('/app')],
  apiDocumentation: [],
} satisfies Record<keyof typeof paths, string[]>;

/** The URL builders of every entity, for example `repositoryPaths`. */
const modules = import.meta.glob<Record<string, object>>('../../client/features/*/entity.ts', {
  eager: true,
});
type Builder = (...args: string[]) => string;
const builders = Object.values(modules).flatMap((module) =>
  Object.entries(module)
    .filter(([name]) => name.endsWith('Paths'))
    .flatMap(([, entityPaths]) => Object.values(entityPaths) as Builder[]),
);
const entityAddresses = builders.flatMap((build) => [
  build('app', 'app'),
  build('manager', 'id_1'),
]);

const organizationAddresses = Object.values(organizationPaths as Record<string, Builder>).map(
  (build) => build('acme', 'id_1'),
);

const branches = routes[0]?.children ?? [];

it.each([
  ...new Set([...Object.values(addresses).flat(), ...entityAddresses, ...organizationAddresses]),
])('%s is a page', (address) => {
  const match = matchRoutes(routes, address)?.at(-1);
  expect(match?.route.path).not.toBe('*');
  expect(match?.route.handle).toHaveProperty('title');
});

/** Pages that belong to no entity, except the account pages. */
const pages = {
  app: ['/app'],
  manager: ['/manager/dashboard', '/manager/system'],
};
const account = [
  'account',
  'account/security',
  'account/organizations',
  'account/access-tokens',
  'account/appearance',
  'account/data',
];

const listed = branches.flatMap(
  ({ handle }) => (handle as AreaHandle | undefined)?.navigation?.pages ?? [],
);

it('has the pages that the command palette also finds by other words', () => {
  const found = listed.map(({ to }) => to.replace(/^\/\w+\//, ''));
  expect(found).toEqual(expect.arrayContaining(Object.keys(palette.words)));
});

it('lists every page without an ID for the menus', () => {
  const general = Object.entries(pages).flatMap(([area, pagesOfArea]) => [
    ...pagesOfArea,
    ...account.map((page) => `/${area}/${page}`),
  ]);
  const ofEntities = expectedEntities.flatMap((entity) => entity.pages ?? []);
  const found = listed.map(({ to }) => to);
  expect([...found].sort()).toEqual([...general, ...ofEntities].sort());
  for (const { to } of listed) expect(matchRoutes(routes, to)?.at(-1)?.route.path).not.toBe('*');
});

it('leads from each area to the first page of the other', () => {
  const links = branches.flatMap(
    ({ handle }) => (handle as AreaHandle | undefined)?.navigation?.otherAreas ?? [],
  );
  expect(links.map(({ to }) => to)).toEqual([paths.home('manager'), paths.home('app')]);
});
