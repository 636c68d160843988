// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSearch } from '#client/lib/address/use-search.ts';
import { dayText } from '#client/lib/day.ts';
import { DaysFilter, dayParams, periodOf, readDays } from '#client/ui/list/days-filter.tsx';
import { ClearFilters } from '#client/ui/list/filter-menu.tsx';
import { show } from '#tests/client/render.tsx';

function Filter({ max }: { max?: Date }) {
  const range = max && { max };
  return (
    <>
      <DaysFilter param="due" label="Due" {...range} value={readDays(useSearch(), 'due')} />
      <ClearFilters params={dayParams('due')} />
    </>
  );
}

const midnight = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day).toISOString();

const read = (search: string, name?: string) => readDays(new URLSearchParams(search), name);

it('is the period of the days in the address, with the last one', () => {
  const days = read('dueFrom=2026-03-28&dueTo=2026-03-29', 'due');
  expect(periodOf(days, dayText)).toEqual({ from: '2026-03-28', before: '2026-03-30' });
  const times = { from: midnight(2026, 3, 28), before: midnight(2026, 3, 30) };
  expect(periodOf(days)).toEqual(times);
});

it('ignores what is no day, and is open without one', () => {
  expect(read('from=2026-02-31&to=9999-12-31')).toEqual({ from: null, to: null });
  expect(periodOf(read('to=2026-03-29'), dayText)).toEqual({ from: null, before: '2026-03-30' });
});

it('keeps the chosen days in the address until they are cleared', async () => {
  const path = '/?dueFrom=2031-11-21&sort=name';
  const { user, router } = await show(<Filter />, { path, namespaces: ['date', 'list'] });
  await user.click(await screen.findByRole('button', { name: 'Due: From Nov 21, 2031' }));
  await user.click(await screen.findByRole('button', { name: /November 24, 2031/ }));
  await waitFor(() =>
    expect(router.state.location.search).toBe('?dueFrom=2031-11-21&sort=name&dueTo=2031-11-24'),
  );
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.search).toBe('?sort=name'));
});

it.each([
  ['Before today', null, -1],
  ['Today', 0, 0],
  ['Next 7 days', 0, 6],
  ['Last 7 days', -6, 0, new Date()],
  ['Last 30 days', -29, 0, new Date()],
])('offers “%s” with one click', async (name, from, to, max?: Date) => {
  const { user, router } = await show(<Filter {...(max && { max })} />, {
    namespaces: ['date', 'list'],
  });
  await user.click(await screen.findByRole('button', { name: /^Due/ }));
  await user.click(await screen.findByRole('button', { name }));
  const now = new Date();
  const day = (days: number) =>
    dayText(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(readDays(new URLSearchParams(router.state.location.search), 'due')).toEqual({
    from: from === null ? null : day(from),
    to: day(to),
  });
});
