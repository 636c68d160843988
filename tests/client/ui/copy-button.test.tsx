// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { copyWithToast } from '#client/ui/overlay/toast.ts';
import { Toaster } from '#client/ui/overlay/toaster.tsx';
import { show } from '#tests/client/render.tsx';

const refused = "Couldn't copy. Your browser doesn't allow it.";

const refusing = {
  writeText: () => Promise.reject(new DOMException('Denied', 'NotAllowedError')),
};

it.each<[string, object | undefined, string]>([
  ['allows it', { writeText: async () => {} }, 'Copied'],
  ['refuses', refusing, refused],
  ['has no clipboard', undefined, refused],
])('says whether the text was copied if the browser %s', async (_case, clipboard, text) => {
  const { user } = await show(
    <>
      <CopyButton text="repo_1" label="Copy ID" />
      <button type="button" onClick={() => void copyWithToast('repo_1', 'Copied')}>
        Menu
      </button>
      <Toaster />
    </>,
  );
  const button = await screen.findByRole('button', { name: 'Copy ID' });
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  await user.click(button);
  const status = screen.getByRole('status');
  await waitFor(() => expect(status.textContent).toBe(text));
  expect(status.classList.contains('sr-only')).toBe(text === 'Copied');
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  expect((await screen.findByRole('listitem')).textContent).toBe(text);
});
