// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { show } from '#tests/client/render.tsx';

async function initialsOf(name: string) {
  await show(
    <p data-testid="avatar">
      <Avatar id="usr_1" name={name} />
    </p>,
  );
  const avatar = await screen.findByTestId('avatar');
  return avatar.textContent;
}

describe('the initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['Ana María de la Cruz', 'AC'],
    ['imani.nasser@example.org', 'IN'],
    ['Zoë', 'Z'],
    ['👨‍👩‍👧 Family', '👨‍👩‍👧F'],
    ['🇫🇷 France', '🇫🇷F'],
    ['', ''],
  ])('of “%s” are %s', async (name, initials) => {
    expect(await initialsOf(name)).toBe(initials);
  });

  it('of an Arabic name do not join to a word', async () => {
    // Joined, they would form لا, which reads “no”.
    expect(await initialsOf('ليلى الحسن')).toBe('ل\u200Cا');
  });
});
