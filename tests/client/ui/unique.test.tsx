// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SelectField } from '#client/ui/form/choice-field.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Unique } from '#client/ui/form/unique.tsx';
import { showForm } from '#tests/client/form.tsx';

const rules = z.object({ name: z.string(), owner: z.string() });
const owners = ['ada', 'grace'].map((value) => ({ value, label: value }));

/** `answer` answers the oldest open question. */
async function open() {
  const questions: string[] = [];
  const answers: ((isUsed: boolean) => void)[] = [];
  const isUsed = (name: string, owner: string) => {
    questions.push(`${owner}/${name}`);
    return new Promise<boolean>((resolve) => answers.push(resolve));
  };
  const form = await showForm(
    rules,
    <>
      <TextField name="name" label="Name" />
      <Unique name="name" code="NAME_ALREADY_USED" within="owner" isUsed={isUsed} />
      <SelectField name="owner" label="Owner" options={owners} defaultValue="ada" />
    </>,
  );
  const name = screen.getByRole('textbox', { name: 'Name' });
  const owner = screen.getByRole('combobox', { name: 'Owner' });
  const answer = (isUsed: boolean) => act(async () => answers.shift()?.(isUsed));
  return { ...form, name, owner, questions, answer };
}

const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);
const used = ['Name already used'];

it('a used name is shown when its field is left, stays then, and goes when it is changed', async () => {
  const { user, name, questions, answer } = await open();
  await user.type(name, 'lantern');
  expect(questions).toEqual([]);
  await user.tab();
  await answer(true);
  await waitFor(() => expect(alerts()).toEqual(used));
  await user.click(name);
  await user.tab();
  expect(alerts()).toEqual(used);
  expect(questions).toEqual(['ada/lantern']);
  await user.type(name, 's');
  expect(alerts()).toEqual([]);
  await user.tab();
  await answer(false);
  expect(alerts()).toEqual([]);
  expect(questions).toEqual(['ada/lantern', 'ada/lanterns']);
});

it('another owner is another question', async () => {
  const { user, name, owner, questions, answer } = await open();
  await user.type(name, 'lantern');
  await user.tab();
  await answer(true);
  await waitFor(() => expect(alerts()).toEqual(used));
  await user.selectOptions(owner, 'grace');
  expect(alerts()).toEqual([]);
  await user.tab();
  expect(questions).toEqual(['ada/lantern', 'grace/lantern']);
});

it('an answer that comes after the name was changed or submitted is not shown', async () => {
  const { user, name, submit, answer } = await open();
  await user.type(name, 'lantern');
  await user.tab();
  await user.type(name, 's');
  await answer(true);
  expect(alerts()).toEqual([]);
  await user.tab();
  expect(await submit()).toEqual({ name: 'lanterns', owner: 'ada' });
  await answer(true);
  expect(alerts()).toEqual([]);
});
