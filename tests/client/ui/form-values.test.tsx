// @vitest-environment jsdom

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  Checkbox,
  CheckboxField,
  ChoiceField,
  SelectField,
} from '#client/ui/form/choice-field.tsx';
import { DateField } from '#client/ui/form/date-field.tsx';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { forgetUnsavedForms, keepUnsavedForms } from '#client/ui/form/kept-values.ts';
import { PickerField } from '#client/ui/form/picker-field.tsx';
import { Segmented } from '#client/ui/form/segmented.tsx';
import type { Rules } from '#client/ui/form/validate.ts';
import { date } from '#shared/rules/date.ts';
import { optional } from '#shared/rules/optional.ts';
import { showForm } from '#tests/client/form.tsx';

const open = <Values,>(rules: Rules<Values>, fields: ReactNode) =>
  showForm(rules, fields, { namespaces: ['date'] });

const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);

describe('a checkbox', () => {
  const rules = z.object({ isDone: z.boolean() });

  it('is false until it is checked, with the mouse or the space bar', async () => {
    const { user, submit } = await open(
      rules,
      <CheckboxField name="isDone" label="Done" hint="Everything is closed" />,
    );
    const box = screen.getByRole('checkbox', { name: 'Done', description: 'Everything is closed' });
    expect(await submit()).toEqual({ isDone: false });
    await user.click(screen.getByText('Done'));
    expect(await submit()).toEqual({ isDone: true });
    box.focus();
    await user.keyboard(' ');
    expect(await submit()).toEqual({ isDone: false });
  });

  it('starts with the stored value', async () => {
    const field = <CheckboxField name="isDone" label="Done" defaultChecked />;
    const { submit } = await open(rules, field);
    expect(await submit()).toEqual({ isDone: true });
  });

  it('shows its error until it is corrected', async () => {
    const accepted = z.object({ isDone: z.literal(true) });
    const { user, submit } = await open(accepted, <CheckboxField name="isDone" label="Done" />);
    expect(await submit()).toBeUndefined();
    await waitFor(() => expect(alerts()).toEqual(['This field is required']));
    const box = screen.getByRole('checkbox', { name: 'Done' });
    expect(document.activeElement).toBe(box);
    expect(box.getAttribute('aria-invalid')).toBe('true');
    await user.click(box);
    await waitFor(() => expect(alerts()).toEqual([]));
  });
});

describe('checkboxes with values', () => {
  const rules = z.object({
    colors: z.array(z.enum(['red', 'blue'])).check(z.minLength(1, 'VALUE_REQUIRED')),
  });
  const boxes = ['red', 'blue'].map((color) => (
    <Checkbox key={color} name="colors" value={color} label={color} />
  ));

  it('are the list of those checked', async () => {
    const { user, submit } = await open(rules, boxes);
    expect(await submit()).toBeUndefined();
    await user.click(screen.getByRole('checkbox', { name: 'blue' }));
    expect(await submit()).toEqual({ colors: ['blue'] });
    await user.click(screen.getByRole('checkbox', { name: 'red' }));
    expect(await submit()).toEqual({ colors: ['red', 'blue'] });
  });
});

describe('a date', () => {
  const rules = z.object({ dueOn: optional(date({ invalid: 'END_NOT_IN_FUTURE' })) });
  const field = (props: Partial<Parameters<typeof DateField>[0]>) => (
    <DateField name="dueOn" label="Due" optional {...props} />
  );
  const shown = (name: string) => screen.getByRole('button', { name });

  it.each(['2031-11-21', '9999-12-31', '0001-01-01'])('keeps the stored %s', async (day) => {
    const { submit } = await open(rules, field({ defaultValue: day }));
    expect(await submit()).toEqual({ dueOn: day });
  });

  it('is shown, changed with the keys within its bounds, and cleared', async () => {
    const max = new Date(2031, 10, 23);
    const { user, submit } = await open(rules, field({ defaultValue: '2031-11-21', max }));
    await user.click(shown('Due: Nov 21, 2031'));
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toMatch('November 21'),
    );
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    await screen.findByRole('button', { name: 'Due: Nov 23, 2031' });
    expect(await submit()).toEqual({ dueOn: '2031-11-23' });
    await user.click(shown('Due: Nov 23, 2031'));
    await user.click(await screen.findByRole('button', { name: 'Clear' }));
    await screen.findByRole('button', { name: 'Due: Pick a date' });
    expect(await submit()).toEqual({ dueOn: null });
  });

  it('that is required shows its error until one is chosen', async () => {
    const required = z.object({ dueOn: date({ invalid: 'END_NOT_IN_FUTURE' }) });
    const { user, submit } = await open(required, field({ min: new Date(2031, 10, 21) }));
    expect(await submit()).toBeUndefined();
    await waitFor(() => expect(alerts()).toHaveLength(1));
    expect(document.activeElement).toBe(shown('Due: Pick a date'));
    await user.click(shown('Due: Pick a date'));
    await user.click(await screen.findByRole('button', { name: /November 21, 2031/ }));
    await waitFor(() => expect(alerts()).toEqual([]));
    expect(await submit()).toEqual({ dueOn: '2031-11-21' });
  });
});

describe('an optional field', () => {
  it('is null while empty, and follows its rule otherwise', async () => {
    const rules = z.object({ code: optional(z.string().check(z.minLength(3, 'NAME_INVALID'))) });
    const { user, submit } = await open(rules, <TextField name="code" label="Code" />);
    expect(await submit()).toEqual({ code: null });
    await user.type(screen.getByRole('textbox', { name: 'Code' }), 'ab');
    expect(await submit()).toBeUndefined();
    await user.type(screen.getByRole('textbox', { name: 'Code' }), 'c');
    expect(await submit()).toEqual({ code: 'abc' });
  });
});

describe('what was entered when the session ended', () => {
  const options = ['red', 'blue'].map((value) => ({ value, label: `A ${value} one`, hint: value }));

  function Color() {
    const [value, setValue] = useState('red');
    return (
      <Segmented {...{ name: 'segment', label: 'Segment', value, options }} onChange={setValue} />
    );
  }

  function Note() {
    const [value, setValue] = useState('');
    return (
      <TextAreaField
        {...{ name: 'note', label: 'Note', value }}
        onChange={({ target }) => setValue(target.value)}
      />
    );
  }

  const rules = z.looseObject({}) as Rules<Record<string, unknown>>;
  const openAll = () =>
    open(
      rules,
      <>
        <TextField name="name" label="Name" defaultValue="Old" />
        <TextField name="same" label="Same" defaultValue="Same" />
        <TextField name="password" label="Password" type="password" />
        <TextField name="code" label="Code" autoComplete="one-time-code" />
        <Note />
        <CheckboxField name="isDone" label="Done" defaultChecked />
        <Checkbox name="colors" value="red" label="red" defaultChecked />
        <Checkbox name="colors" value="blue" label="blue" />
        <ChoiceField name="choice" label="Choice" options={options} defaultValue="red" />
        <SelectField name="select" label="Select" options={options} defaultValue="red" />
        <Color />
        <DateField name="day" label="Day" />
        <PickerField name="pickedOne" label="Picked one" find={async () => options} />
      </>,
    );
  const entered = {
    ...{ name: 'New', same: 'Same', note: 'Two\nlines', isDone: false, colors: ['blue'] },
    ...{ choice: 'blue', select: 'blue', segment: 'blue', pickedOne: 'blue' },
  };

  const pickedOne = () => screen.getByRole('combobox', { name: 'Picked one' });

  async function pickOne(user: UserEvent) {
    await user.click(pickedOne());
    const list = await screen.findByRole('listbox', { name: 'Picked one' });
    await user.click(await within(list).findByRole('option', { name: /blue/ }));
  }

  function expectPickedOne(value: string) {
    expect(pickedOne()).toHaveProperty('value', value);
  }

  async function enterAll() {
    const { user, submit } = await openAll();
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'New');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.type(screen.getByLabelText('Code'), 'secret');
    await user.type(screen.getByLabelText('Note'), 'Two{Enter}lines');
    for (const name of ['Done', 'red', 'blue'])
      await user.click(screen.getByRole('checkbox', { name }));
    for (const name of ['Choice', 'Segment']) {
      const group = screen.getByRole('group', { name });
      await user.click(within(group).getByRole('radio', { name: 'A blue one' }));
    }
    await user.selectOptions(screen.getByLabelText('Select'), 'blue');
    await user.click(screen.getByRole('button', { name: /^Day/ }));
    await user.click(await screen.findByRole('button', { name: /\b15\b/ }));
    await pickOne(user);
    return submit();
  }

  it('is there again for the same user, once, whatever the control, without secrets', async () => {
    const before = await enterAll();
    expect(before).toMatchObject({ ...entered, day: expect.stringMatching(/-15$/) });
    keepUnsavedForms('user_1');
    cleanup();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret');

    forgetUnsavedForms('user_1');
    const again = await openAll();
    expectPickedOne('A blue one');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(await again.submit()).toEqual({ ...before, password: '', code: '' });
    cleanup();

    const third = await openAll();
    expect(await third.submit()).toMatchObject({ name: 'Old', day: '', pickedOne: '' });
  });

  it('is gone once someone else has signed in', async () => {
    await enterAll();
    keepUnsavedForms('user_1');
    cleanup();
    forgetUnsavedForms('user_2');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('lines');
    const { submit } = await openAll();
    expect(await submit()).toMatchObject({ name: 'Old', note: '' });
  });
});
