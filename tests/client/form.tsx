import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Form } from '#client/ui/form/form.tsx';
import type { Rules } from '#client/ui/form/validate.ts';
import { type ShowOptions, show } from './render.tsx';

/** Shows a form with these fields. `submit` returns what it hands on: nothing while a rule is broken. */
export async function showForm<Values>(
  rules: Rules<Values>,
  fields: ReactNode,
  options: ShowOptions & { around?: (form: ReactNode) => ReactNode } = {},
) {
  const { around = (form) => form, ...others } = options;
  let submitted: Values | undefined;
  const onSubmit = async (values: Values) => {
    submitted = values;
  };
  const form = (
    <Form rules={rules} onSubmit={onSubmit}>
      {fields}
      <button type="submit">Save</button>
    </Form>
  );
  const { user } = await show(around(form), others);
  const button = await screen.findByRole('button', { name: 'Save' });
  const submit = async () => {
    submitted = undefined;
    await user.click(button);
    return submitted as Values | undefined;
  };
  return { user, submit };
}
