// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CheckboxField, ChoiceField, SelectField } from '#client/ui/form/choice-field.tsx';
import { DateField } from '#client/ui/form/date-field.tsx';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormActions, UnsavedChangesGuard } from '#client/ui/form/form-actions.tsx';
import { show } from '#tests/client/render.tsx';

const rules = z.object({
  name: z.string(),
  description: z.string(),
  role: z.string(),
  size: z.string(),
  isPublic: z.boolean(),
  day: z.string(),
});

type Values = z.output<typeof rules>;
type Stored = Values & { updatedAt: string };

const opened: Stored = {
  ...{ name: 'Atlas', description: 'Maps', role: 'user', size: 's', isPublic: false },
  ...{ day: '2026-01-01', updatedAt: '2026-01-01T00:00:00.000Z' },
};

const roles = [
  { value: 'user', label: 'User', hint: 'Reads' },
  { value: 'admin', label: 'Admin', hint: 'Writes' },
];

const sizes = [
  { value: 's', label: 'Small' },
  { value: 'l', label: 'Large' },
];

/** A form of a record that someone else changes to `changes` while it is open. */
async function openWhile(changes: Partial<Values>) {
  const store = { record: opened };
  function Editor() {
    const [record, setRecord] = useState(opened);
    async function submit(values: Values, form: FormHandle) {
      const isOld = form.version().expectedUpdatedAt !== store.record.updatedAt;
      if (isOld) {
        setRecord(store.record);
        const errors = [{ code: 'RECORD_CHANGED', field: ['expectedUpdatedAt'] }];
        return form.fail({ errors });
      }
      store.record = { ...values, updatedAt: '2026-03-03T00:00:00.000Z' };
      setRecord(store.record);
      form.saved();
    }
    return (
      <Form<Values> rules={rules} record={record} onSubmit={submit}>
        <UnsavedChangesGuard />
        <TextField name="name" label="Name" defaultValue={record.name} />
        <TextAreaField name="description" label="Description" defaultValue={record.description} />
        <ChoiceField name="role" label="Role" options={roles} defaultValue={record.role} />
        <SelectField name="size" label="Size" options={sizes} defaultValue={record.size} />
        <CheckboxField name="isPublic" label="Public" defaultChecked={record.isPublic} />
        <DateField name="day" label="Day" defaultValue={record.day} />
        <FormActions submitLabel="Save" cancelTo="/elsewhere" />
      </Form>
    );
  }
  const { user, router } = await show(<Editor />);
  await screen.findByLabelText('Name');
  store.record = { ...opened, ...changes, updatedAt: '2026-02-02T00:00:00.000Z' };
  return {
    ...{ user, router, store },
    field: (label: string) => screen.getByLabelText(label) as HTMLInputElement,
    save: () => user.click(screen.getByRole('button', { name: 'Save' })),
  };
}

it('shows the newer record with what the user has changed, to save both', async () => {
  const others = { description: 'Charts', role: 'admin', size: 'l', isPublic: true };
  const { user, field, store, save } = await openWhile({ ...others, day: '2026-05-05' });
  await user.clear(field('Name'));
  await user.type(field('Name'), 'Globe');
  await save();
  await screen.findByText(/Someone else saved changes/);
  await waitFor(() => expect(field('Description').value).toBe('Charts'));
  expect(screen.queryByText('Saved by someone else:')).toBeNull();
  await save();
  await waitFor(() =>
    expect(store.record).toMatchObject({ ...others, name: 'Globe', day: '2026-05-05' }),
  );
});

it('shows what someone else saved beside what was entered, to keep either', async () => {
  const { user, field, store, save } = await openWhile({
    ...{ name: 'Globe', description: 'Charts', role: 'admin', size: 'l', day: '2026-05-05' },
  });
  await user.clear(field('Name'));
  await user.type(field('Name'), 'Sphere');
  await user.type(field('Description'), ' and more');
  await save();
  await waitFor(() => expect(screen.getAllByText('Saved by someone else:')).toHaveLength(2));
  expect(field('Name').value).toBe('Sphere');
  expect(field('Description').value).toBe('Maps and more');
  expect(screen.getByText('Globe')).toBeTruthy();
  expect(screen.getByText('Charts', { selector: 'bdi' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Save');
  await user.clear(field('Name'));
  await user.type(field('Name'), 'Globe and Sphere');
  await save();
  await waitFor(() =>
    expect(store.record).toMatchObject({
      ...{ name: 'Globe and Sphere', description: 'Maps and more', role: 'admin', size: 'l' },
      day: '2026-05-05',
    }),
  );
});

it('names a choice of someone else as the form does', async () => {
  roles.push({ value: 'guest', label: 'Guest', hint: 'Looks' });
  const { user, field, store, save } = await openWhile({ role: 'admin', size: 'l' });
  await user.click(field('Guest'));
  await save();
  const note = await screen.findByText('Saved by someone else:');
  expect(note.parentElement?.textContent).toContain('Admin');
  expect(field('Guest').checked).toBe(true);
  await save();
  await waitFor(() => expect(store.record).toMatchObject({ role: 'guest', size: 'l' }));
});

it('still asks before the entered values are discarded, and forgets nothing of them twice', async () => {
  const { user, router, field, save } = await openWhile({ description: 'Charts' });
  await user.type(field('Name'), ' of the world');
  await save();
  await waitFor(() => expect(field('Description').value).toBe('Charts'));
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  expect(router.state.location.pathname).not.toBe('/elsewhere');
});
