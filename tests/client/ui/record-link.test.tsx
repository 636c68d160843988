// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RecordLink } from '#client/graphql/record-link.tsx';
import { DayText } from '#client/ui/base/relative-time.tsx';
import { show } from '#tests/client/render.tsx';

it('a related record is a link to its page, titled by its entity', async () => {
  const record = { id: 'repo_1', name: 'vivid-lantern', link: 'https://example.org' };
  await show(<RecordLink type="Repository" record={record} />);
  const link = await screen.findByRole('link', { name: 'vivid-lantern' });
  expect(link.getAttribute('href')).toBe('/app/repositories/repo_1');
});

it('a calendar day is the same in every time zone', async () => {
  await show(<DayText value="2031-01-31" />);
  const day = await screen.findByText('Jan 31, 2031');
  expect(day.getAttribute('datetime')).toBe('2031-01-31');
});
