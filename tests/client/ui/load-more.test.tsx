// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { LoadMore } from '#client/ui/list/load-more.tsx';
import { AlwaysInView } from '#tests/client/browser.ts';
import { show } from '#tests/client/render.tsx';

it.each([
  ['en', '1–20 of 45', '1–20 of 10,000+'],
  ['ar', '1–20 من 45', '1–20 من أكثر من 10,000'],
] as const)(
  'in %s tells an exact total from one where counting ended',
  async (language, ...texts) => {
    const totals = [
      { count: 45, isExact: true },
      { count: 10_000, isExact: false },
    ];
    const more = totals.map((total) => (
      <LoadMore key={total.count} onMore={() => {}} onScroll={false} shown={20} total={total} />
    ));
    await show(<ul>{more}</ul>, { language });
    const rows = await screen.findAllByText(/^1–20/);
    expect(rows.map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual(texts);
  },
);

it('asks when its end came into view before the observer told that it was not', async () => {
  let tell: IntersectionObserverCallback = () => {};
  class Late {
    constructor(callback: IntersectionObserverCallback) {
      tell = callback;
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Late);
  const onMore = vi.fn();
  await show(
    <ul>
      <LoadMore onMore={onMore} onScroll={true} shown={20} total={undefined} />
    </ul>,
  );
  await screen.findByRole('button');
  const entries = [false, true].map((isIntersecting) => ({ isIntersecting }));
  tell(entries as IntersectionObserverEntry[], {} as IntersectionObserver);
  expect(onMore).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it('asks the list that replaces another one while its end stays in view', async () => {
  vi.stubGlobal('IntersectionObserver', AlwaysInView);
  const asked: string[] = [];
  function Lists() {
    const [list, setList] = useState('one');
    return (
      <>
        <button type="button" onClick={() => setList('two')}>
          Other
        </button>
        <ul>
          <LoadMore onMore={() => asked.push(list)} onScroll={true} shown={20} total={undefined} />
        </ul>
      </>
    );
  }
  const { user } = await show(<Lists />);
  await user.click(await screen.findByRole('button', { name: 'Other' }));
  expect([...new Set(asked)]).toEqual(['one', 'two']);
  vi.unstubAllGlobals();
});
