// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { show } from '#tests/client/render.tsx';

const sentence = '<actor>{{actor}}</actor> changed the name from <detail>{{detail}}</detail>';

it.each([
  '</detail> by <detail>Grace Admin',
  '<actor>Grace</actor>',
  '\x000 \x010',
  '{{actor}} $t(user:list.title)',
])('a name with tags of the sentence is shown as it is: %j', async (name) => {
  await show(
    <p data-testid="sentence">
      <RichText
        text={(values) => i18next.t('none', { ...values, defaultValue: sentence })}
        values={{ actor: name, detail: name }}
        parts={{
          actor: (words) => <strong>{words}</strong>,
          detail: (words) => <strong>{words}</strong>,
        }}
      />
    </p>,
  );
  const shown = await screen.findByTestId('sentence');
  expect(shown.textContent).toBe(`${name} changed the name from ${name}`);
  const parts = [...shown.querySelectorAll('strong')].map(({ textContent }) => textContent);
  expect(parts).toEqual([name, name]);
});
