/** Every path that the client links to is in the route table. */
import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import type { AreaHandle } from '#client/lib/navigation.ts';
import { paths } from '#client/paths.ts';
import { routes } from '#client/routes.tsx';

const id = 'id_1';

const addresses = {
  home: [paths.home('app'), paths.home('manager')],
  account: [paths.account('app'), paths.account('manager', { state: 'change-name' })],
  login: [paths.login('/app')],
  loginError: [paths.loginError('BANNED_USER')],
  verify: [paths.verify('ada@example.org')],
  repositories: [paths.repositories('app', 'term'), paths.repositories('manager')],
  repository: [paths.repository('app', id), paths.repository('manager', id)],
  newRepository: [paths.newRepository()],
  updateRepository: [paths.updateRepository(id)],
  users: [paths.users()],
  user: [paths.user(id)],
  newUser: [paths.newUser()],
  updateUser: [paths.updateUser(id)],
  // Served by the API, not by the client.
  apiDocumentation: [],
} satisfies Record<keyof typeof paths, string[]>;

const branches = routes[0]?.children ?? [];

it.each(Object.values(addresses).flat())('%s is a page', (address) => {
  const match = matchRoutes(routes, address)?.at(-1);
  expect(match?.route.path).not.toBe('*');
  expect(match?.route.handle).toHaveProperty('title');
});

it('lists every page without an ID for the menus and the command palette', () => {
  const listed = branches.flatMap(
    ({ handle }) => (handle as AreaHandle | undefined)?.navigation?.pages ?? [],
  );
  expect(listed.map(({ to }) => to)).toEqual([
    '/app',
    '/app/repositories',
    '/app/account',
    '/manager/dashboard',
    '/manager/repositories',
    '/manager/repositories/new',
    '/manager/users',
    '/manager/users/new',
    '/manager/account',
  ]);
  for (const { to } of listed) expect(matchRoutes(routes, to)?.at(-1)?.route.path).not.toBe('*');
});

it('leads from each area to the first page of the other', () => {
  const links = branches.flatMap(
    ({ handle }) => (handle as AreaHandle | undefined)?.navigation?.otherAreas ?? [],
  );
  expect(links.map(({ to }) => to)).toEqual([paths.home('manager'), paths.home('app')]);
});
