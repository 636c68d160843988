// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorPage } from '#client/ui/page/error-page.tsx';
import { show } from '#tests/client/render.tsx';

it('shows what was thrown on request', async () => {
  const { user } = await show(
    <ErrorPage code="500" title="Something went wrong" detail="Error: Boom" />,
  );
  const summary = await screen.findByText('Show error');
  const details = summary.closest('details');
  expect(details?.open).toBe(false);
  await user.click(summary);
  expect(details?.open).toBe(true);
  expect(details?.textContent).toContain('Error: Boom');
  expect(details?.textContent).toContain('Hide error');
});
