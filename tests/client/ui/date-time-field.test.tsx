// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DateTimeField } from '#client/ui/form/date-field.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { dateTime } from '#shared/rules/date-time.ts';
import { show } from '#tests/client/render.tsx';

const rules = z.object({ startsAt: dateTime('VALUE_REQUIRED') });
const stored = new Date(2031, 0, 31, 8, 15).toISOString();

it('shows the stored time in the time zone of the browser, and submits it in UTC', async () => {
  let submitted: unknown;
  const { user } = await show(
    <Form
      rules={rules}
      onSubmit={async (values) => {
        submitted = values;
      }}
    >
      <DateTimeField name="startsAt" label="Starts at" defaultValue={stored} />
      <button type="submit">Save</button>
    </Form>,
  );
  const field = await screen.findByLabelText<HTMLInputElement>('Starts at');
  expect(field.value).toBe('2031-01-31T08:15');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(submitted).toEqual({ startsAt: stored });
});
