// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LinkedText } from '#client/ui/base/linked-text.tsx';
import { show } from '#tests/client/render.tsx';

it.each([
  ['See https://example.org/a?b=1#c.', ['https://example.org/a?b=1#c']],
  [
    '(http://example.org), “https://example.org/é”',
    ['http://example.org', 'https://example.org/é'],
  ],
  ['https://example.org https://example.org', ['https://example.org', 'https://example.org']],
  ['javascript:alert(1) data:text/html,x ftp://example.org //example.org', []],
  ['<a href="https://example.org">x</a>', ['https://example.org']],
])('links only web addresses, and shows the text as it is: %j', async (text, links) => {
  await show(
    <p data-testid="text">
      <LinkedText text={text} />
    </p>,
  );
  const shown = await screen.findByTestId('text');
  expect(shown.textContent).toBe(text);
  expect([...shown.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(links);
});
