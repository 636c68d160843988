// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PageHeader } from '#client/ui/page/page.tsx';
import { show } from '#tests/client/render.tsx';

it('a title that is an email address can break after the @', async () => {
  await show(<PageHeader title="rehema.otieno98@example.com" />);
  const heading = await screen.findByRole('heading', { name: 'rehema.otieno98@example.com' });
  expect(heading.innerHTML).toBe('rehema.otieno98@<wbr>example.com');
});
