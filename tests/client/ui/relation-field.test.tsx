// @vitest-environment jsdom

import { cleanup, screen, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { Provider } from 'urql';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { RelationField, RelationFilter } from '#client/graphql/relation-field.tsx';
import { useSearch } from '#client/lib/address/use-search.ts';
import { ClearFilters, readId } from '#client/ui/list/filter-menu.tsx';
import { optional } from '#shared/rules/optional.ts';
import { showForm } from '#tests/client/form.tsx';
import { show } from '#tests/client/render.tsx';
import { createRepositoriesApi } from '#tests/client/repositories-api.ts';

const rules = z.object({ repositoryId: z.string().check(z.minLength(1, 'VALUE_REQUIRED')) });
const stored = { id: 'repository 1', name: 'repository 1', link: 'https://example.org' };

async function open(api = createRepositoriesApi(7), defaultValue?: typeof stored, path = '/') {
  const form = await showForm(
    rules,
    <RelationField
      type="Repository"
      param="repository"
      name="repositoryId"
      label="Repository"
      defaultValue={defaultValue}
    />,
    {
      path,
      around: (shown) => (
        <Provider value={api.client}>
          <Suspense>{shown}</Suspense>
        </Provider>
      ),
    },
  );
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Repository' });
  return { ...form, box };
}

it('finds records of the entity on the server, and submits the ID of the chosen one', async () => {
  const { user, box, submit } = await open();
  await user.type(box, 'repository 6');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(screen.getByRole('option').textContent).toBe('repository 6example.org');
  await user.keyboard('{Enter}');
  expect(await submit()).toEqual({ repositoryId: 'repository 6' });
});

it('shows the stored record without a request', async () => {
  const { api, client } = createRepositoriesApi(7);
  const { box, submit } = await open({ api, client }, stored);
  expect(box.value).toBe('repository 1');
  expect(await submit()).toEqual({ repositoryId: 'repository 1' });
  expect(api.requests).toBe(0);
});

const address = '/?repository=repository+3';

it('begins with the record that the address names', async () => {
  const { box, submit } = await open(createRepositoriesApi(7), undefined, address);
  expect(box.value).toBe('repository 3');
  expect(await submit()).toEqual({ repositoryId: 'repository 3' });
});

it('keeps what is stored, and ignores a record that nobody knows', async () => {
  const { box } = await open(createRepositoriesApi(7), stored, address);
  expect(box.value).toBe('repository 1');
  cleanup();
  const other = await open(createRepositoriesApi(7), undefined, '/?repository=unknown');
  expect(other.box.value).toBe('');
});

it('leaves an optional record as it is for viewers who can’t search such records', async () => {
  const optionalRules = z.object({ repositoryId: z.exactOptional(optional(z.string())) });
  const { client } = createRepositoriesApi(7);
  const field = (
    <RelationField
      type="Repository"
      param="repository"
      name="repositoryId"
      label="Repository"
      optional
    />
  );
  const around = (shown: ReactNode) => <Provider value={client}>{shown}</Provider>;
  const { submit } = await showForm(optionalRules, field, { permissions: [], around });
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(await submit()).toEqual({});
});

it('explains why the server could not search', async () => {
  const { api, client } = createRepositoriesApi(7);
  api.failing = true;
  const { user, box } = await open({ api, client });
  await user.click(box);
  await screen.findByRole('alert');
  api.failing = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('option', { name: /repository 1/ });
});

describe('a filter', () => {
  const param = 'repository';

  function Filter() {
    const value = readId(useSearch(), param);
    return (
      <Provider value={createRepositoriesApi(7).client}>
        <RelationFilter type="Repository" param={param} label="Repository" value={value} />
        <ClearFilters params={[param]} />
      </Provider>
    );
  }

  const openFilter = (path: string, permissions = ['REPOSITORY_READ']) =>
    show(<Filter />, { path, permissions, namespaces: ['list'] });
  const findBox = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Repository' });

  it('names the record in the address, which it replaces by another one', async () => {
    const { user, router } = await openFilter('/?repository=repository 2&sort=name');
    const box = await findBox();
    await waitFor(() => expect(box.value).toBe('repository 2'));
    await user.clear(box);
    await user.type(box, 'repository 6');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(box.value).toBe('repository 6'));
    expect(document.activeElement).toBe(box);
    expect(router.state.location.search).toBe('?repository=repository+6&sort=name');
  });

  it('is emptied by its button, and with the other filters', async () => {
    const { user, router } = await openFilter('/?repository=repository 2');
    const box = await findBox();
    await user.click(screen.getByRole('button', { name: 'Clear Repository' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await user.type(box, 'repository 1');
    await user.click(await screen.findByRole('option'));
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(box.value).toBe(''));
    expect(router.state.location.search).toBe('');
  });

  it('shows the ID of a record that the viewer does not see', async () => {
    await openFilter('/?repository=repo_gone');
    const box = await findBox();
    await waitFor(() => expect(box.value).toBe('repo_gone'));
  });

  it('is not there for viewers who may not read the records', async () => {
    await openFilter('/?repository=repository 2', []);
    await screen.findByRole('button', { name: 'Clear filters' });
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
