// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { UseQueryResponse } from 'urql';
import { expect, it } from 'vitest';
import { ChildList } from '#client/graphql/child-list.tsx';
import { show } from '#tests/client/render.tsx';

const createdAt = '2026-01-01T00:00:00Z';
const repositoryOf = (name: string) => ({ id: name, name, link: 'https://example.org', createdAt });

type Data = { list: { nodes: ReturnType<typeof repositoryOf>[]; totalCount: number } | null };

const shown = (data: Data | undefined, newTo: string | false = false) =>
  show(
    <ChildList
      type="Repository"
      namespace="repository"
      query={[{ data, fetching: !data }, () => {}] as unknown as UseQueryResponse<Data>}
      pick={({ list }) => list}
      allTo="/all"
      newTo={newTo}
    />,
    { namespaces: ['repository'] },
  );

it('lists the newest records with links, says how many there are, and leads to the form of another', async () => {
  await shown({ list: { nodes: [repositoryOf('vivid-lantern')], totalCount: 7 } }, '/elsewhere');
  const link = await screen.findByRole('link', { name: 'vivid-lantern' });
  expect(link.getAttribute('href')).toBe('/app/repositories/vivid-lantern');
  expect(screen.getByRole('heading').textContent).toBe('Repositories7');
  const form = screen.getByRole('link', { name: 'New repository' });
  expect(form.getAttribute('href')).toBe('/elsewhere');
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/all');
});

it('leads to no list of more when there are no more', async () => {
  await shown({ list: { nodes: [repositoryOf('vivid-lantern')], totalCount: 1 } });
  await screen.findByRole('link', { name: 'vivid-lantern' });
  expect(screen.queryByRole('link', { name: 'Show all' })).toBeNull();
});

it('says that there are none, and offers no form to viewers who may create none', async () => {
  await shown({ list: { nodes: [], totalCount: 0 } });
  await screen.findByText('No repositories yet');
  expect(screen.queryByRole('link')).toBeNull();
});

it('shows nothing to viewers who may not read the list', async () => {
  await shown({ list: null });
  expect(screen.queryByRole('heading')).toBeNull();
});
