// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { show } from '#tests/client/render.tsx';

/** The button disappears while the dialog is open, as an empty list's does once it has a record. */
function Tokens() {
  const [open, setOpen] = useState(false);
  const [isEmpty, setEmpty] = useState(true);
  return (
    <section aria-label="Tokens">
      {isEmpty && (
        <button type="button" onClick={() => setOpen(true)}>
          New token
        </button>
      )}
      <ResponsiveDialog open={open} onClose={() => setOpen(false)} title="New token">
        <button type="button" onClick={() => setEmpty(false)}>
          Create
        </button>
      </ResponsiveDialog>
    </section>
  );
}

it('a dialog whose opener is gone gives the focus to the opener’s section', async () => {
  const { user } = await show(<Tokens />);
  await user.click(await screen.findByRole('button', { name: 'New token' }));
  await user.click(await screen.findByRole('button', { name: 'Create' }));
  await user.keyboard('{Escape}');
  const section = await screen.findByRole('region', { name: 'Tokens' });
  await expect.poll(() => document.activeElement).toBe(section);
});
