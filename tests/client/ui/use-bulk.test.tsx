// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import { CombinedError, type OperationResult } from 'urql';
import { afterEach, expect, it } from 'vitest';
import { useBulk } from '#client/graphql/use-bulk.ts';
import { idPage } from '#client/graphql/use-list.ts';
import { clearSelection, selection } from '#client/ui/list/selection.ts';
import { Toaster } from '#client/ui/overlay/toaster.tsx';
import { show } from '#tests/client/render.tsx';

const unreachable = /^Couldn't reach the server\./;

const answer = <Data,>(result: { data?: Data; error?: CombinedError }) =>
  result as OperationResult<Data>;

const refused = () => answer<never>({ error: new CombinedError({ networkError: new Error() }) });

/** A list with two pages of one record. The given request fails. */
function createList({ failing }: { failing?: string }) {
  const changed: string[] = [];
  return {
    changed,
    page: (after: string | null) => {
      const id = after ? 'second' : 'first';
      const pageInfo = { hasNextPage: !after, endCursor: id };
      const found = answer({ data: { nodes: [{ id }], pageInfo } });
      return idPage(Promise.resolve(failing === `read ${id}` ? refused() : found), (data) => data);
    },
    async mutate(ids: string[]) {
      if (failing === `change ${ids}`) return refused();
      changed.push(...ids);
      return answer({ data: { errors: [] } });
    },
  };
}

type RunOptions = { failing?: string; ids?: string[] };

async function run({ failing, ids }: RunOptions) {
  const { page, mutate, changed } = createList({ ...(failing && { failing }) });
  const undone: string[] = [];
  function Bulk() {
    const bulk = useBulk();
    const job = {
      ...(ids ? { ids } : { page }),
      ...{ total: 2, mutate },
      pick: (data: { errors: [] }) => data,
      done: ({ total }: { total: string }) => `Changed: ${total}`,
      undo: (list: string[]) => void undone.push(...list),
    };
    return (
      <button type="button" onClick={() => void bulk.run(job)}>
        Change
      </button>
    );
  }
  const content = (
    <>
      <Bulk />
      <Toaster />
    </>
  );
  selection.set({ ids: new Set(['first']), all: true });
  const { user } = await show(content, { namespaces: ['list'] });
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const toast = await screen.findByRole('listitem');
  const undo = () => user.click(screen.getByRole('button', { name: 'Undo' }));
  return { text: toast.textContent, changed, undone, undo };
}

afterEach(clearSelection);

it('changes all records and clears the selection', async () => {
  const { text, changed } = await run({});
  expect(text).toContain('Changed: 2');
  expect(changed).toEqual(['first', 'second']);
  expect(selection.get().all).toBe(false);
});

it('says that the records could not be read, and keeps the selection', async () => {
  const { text, changed } = await run({ failing: 'read first' });
  expect(text).toMatch(unreachable);
  expect(text).not.toContain('Changed');
  expect(changed).toEqual([]);
  expect(selection.get().all).toBe(true);
});

it.each(['read second', 'change second'])(
  'says how many were changed before it failed to %s, and can undo those',
  async (failing) => {
    const { text, undo, undone } = await run({ failing });
    expect(text).toMatch(unreachable);
    expect(text).toContain('Changed: 1');
    expect(selection.get().all).toBe(true);
    await undo();
    await waitFor(() => expect(undone).toEqual(['first']));
  },
);

it('keeps the selection when it changes given records', async () => {
  const { text, changed } = await run({ ids: ['other'] });
  expect(text).toContain('Changed: 1');
  expect(changed).toEqual(['other']);
  expect(selection.get().all).toBe(true);
});
