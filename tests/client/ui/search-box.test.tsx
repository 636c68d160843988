// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSearch } from '#client/lib/address/use-search.ts';
import { SearchBox, searchDelay } from '#client/ui/form/search-box.tsx';
import { show } from '#tests/client/render.tsx';

function Search() {
  return <SearchBox label="Search repositories" value={useSearch().get('searchTerm') ?? ''} />;
}

async function open(path = '/') {
  const { router, user } = await show(<Search />, { path });
  const terms: (string | null)[] = [];
  router.subscribe(({ location }) => {
    const term = new URLSearchParams(location.search).get('searchTerm');
    if (term !== (terms.at(-1) ?? null)) terms.push(term);
  });
  const box = await screen.findByRole('searchbox', { name: 'Search repositories' });
  return { router, user, box, terms };
}

const debounce = () => new Promise((resolve) => setTimeout(resolve, searchDelay + 100));

it('searches once, a moment after the last key', async () => {
  const { user, box, terms } = await open();
  await user.type(box, 'lantern');
  expect(terms).toEqual([]);
  await waitFor(() => expect(terms).toEqual(['lantern']));
});

it('ignores spaces around the term', async () => {
  const { user, box, terms } = await open();
  await user.type(box, '  lantern ');
  await waitFor(() => expect(terms).toEqual(['lantern']));
});

it('clears the term with its button and keeps the focus', async () => {
  const { router, user, box } = await open('/?searchTerm=lantern');
  expect(box).toHaveProperty('value', 'lantern');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(box).toHaveProperty('value', '');
  expect(router.state.location.search).toBe('');
  expect(document.activeElement).toBe(box);
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
});

it('clears the term with Escape, before it was searched for', async () => {
  const { user, box, terms } = await open();
  await user.type(box, 'lantern{Escape}');
  expect(box).toHaveProperty('value', '');
  await debounce();
  expect(terms.filter(Boolean)).toEqual([]);
});

it('replaces the history entry, and follows the address', async () => {
  const { router, user, box } = await open();
  await user.type(box, 'lantern');
  await waitFor(() => expect(router.state.location.search).toBe('?searchTerm=lantern'));
  expect(router.state.historyAction).toBe('REPLACE');
  await act(() => router.navigate('/?searchTerm=harbor'));
  await waitFor(() => expect(box).toHaveProperty('value', 'harbor'));
});

it('does not call back a person who leaves while it waits', async () => {
  const { router, user, box } = await open();
  await user.type(box, 'lantern');
  await act(() => router.navigate('/elsewhere'));
  await debounce();
  expect(router.state.location).toMatchObject({ pathname: '/elsewhere', search: '' });
});

it('writes a term only once, whatever is pressed after', async () => {
  const { router, user, box } = await open();
  await user.type(box, 'lantern');
  await waitFor(() => expect(router.state.location.search).toBe('?searchTerm=lantern'));
  await act(debounce);
  const { key } = router.state.location;
  await user.click(document.body);
  await act(debounce);
  expect(router.state.location.key).toBe(key);
});

it('keeps the text when Escape cancels a word of an input method', async () => {
  const { user, box } = await open();
  await user.type(box, 'かな');
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(box, { key: 'Escape', keyCode: 229 });
  expect(box).toHaveProperty('value', 'かな');
});
