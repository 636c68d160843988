// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { expect, it } from 'vitest';
import { createKey } from '#client/lib/shortcuts.ts';
import { ListHeader, NewLink } from '#client/ui/list/list-header.tsx';
import { show } from '#tests/client/render.tsx';

type Total = { count: number; isExact: boolean };

function Header({ total }: { total: Total | undefined }) {
  const { t } = useTranslation('repository');
  return <ListHeader title="List" total={total} totalText={(values) => t('list.total', values)} />;
}

it.each([
  ['en', '200,000 repositories', '10,000+ repositories'],
  ['ar', '200,000 مستودع', 'أكثر من 10,000 مستودع'],
] as const)(
  'in %s tells an exact number from one where counting ended',
  async (language, exact, bounded) => {
    const options = { language, namespaces: ['repository' as const] };
    const spaced = (text: string | null) => text?.replace(/\s/g, ' ');
    await show(<Header total={{ count: 200_000, isExact: true }} />, options);
    expect(spaced((await screen.findByRole('status')).textContent)).toBe(exact);
    cleanup();
    await show(<Header total={{ count: 10_000, isExact: false }} />, options);
    expect(spaced((await screen.findByRole('status')).textContent)).toBe(bounded);
  },
);

it('is empty while the total loads', async () => {
  await show(<Header total={undefined} />, { namespaces: ['repository'] });
  expect((await screen.findByRole('status')).textContent).toBe('');
});

it('opens the form with the key that its link names', async () => {
  await show(<NewLink to="/elsewhere" label="New thing" />);
  const link = await screen.findByRole('link', { name: 'New thing' });
  expect(link.title).toContain('C');
  expect(link.getAttribute('aria-keyshortcuts')).toBe(createKey);
});
