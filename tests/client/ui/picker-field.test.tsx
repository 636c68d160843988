// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '#client/lib/errors.ts';
import { PickerField } from '#client/ui/form/picker-field.tsx';
import type { Option } from '#client/ui/form/picker-options.tsx';
import { optional } from '#shared/rules/optional.ts';
import { showForm } from '#tests/client/form.tsx';

const lantern = { value: 'repo_1', label: 'vivid-lantern', hint: 'git.example.com/lantern' };
const harbor = { value: 'repo_2', label: 'quiet-harbor' };
const signal = { value: 'repo_3', label: 'amber-signal' };
const all: Option[] = [lantern, harbor, signal];
const required = z.object({ repositoryId: z.string().check(z.minLength(1, 'VALUE_REQUIRED')) });
const free = z.object({ repositoryId: optional(z.string()) });

type Props = Partial<Parameters<typeof PickerField>[0]>;

/** Shows the picker in a form. `submit` returns what the form submitted, `terms` are those searched for. */
async function open(props: Props = {}) {
  const terms: string[] = [];
  const find = async (term: string) => {
    terms.push(term);
    return all.filter(({ label }) => label.includes(term));
  };
  const picker = (
    <PickerField name="repositoryId" label="Repository" {...props} find={props.find ?? find} />
  );
  const form = await showForm<object>(props.optional ? free : required, picker);
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Repository/ });
  return { ...form, box, terms };
}

const list = () => screen.findByRole('listbox', { name: 'Repository' });
const labels = async () =>
  within(await list())
    .queryAllByRole('option')
    .map((option) => option.querySelector('bdi')?.textContent);
const active = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.firstElementChild
    ?.textContent;

it('offers the first records, and submits the ID of the one that is clicked', async () => {
  const { user, box, submit } = await open();
  expect(box.getAttribute('aria-expanded')).toBe('false');
  await user.click(box);
  await waitFor(async () => expect(await labels()).toEqual(all.map(({ label }) => label)));
  expect(box.getAttribute('aria-expanded')).toBe('true');
  expect(box.getAttribute('aria-controls')).toBe((await list()).id);
  await user.click(screen.getByText('quiet-harbor'));
  expect(box.value).toBe('quiet-harbor');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(box);
  expect(await submit()).toEqual({ repositoryId: 'repo_2' });
});

it('searches once, after the last key, and Enter chooses the first match without submitting', async () => {
  const { user, box, submit, terms } = await open();
  await user.type(box, 'lan');
  await user.type(box, 'tern');
  await waitFor(() => expect(active(box)).toBe('vivid-lantern'));
  expect(terms.filter(Boolean)).toEqual(['lantern']);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 result'));
  await user.keyboard('{Enter}');
  expect(box.value).toBe('vivid-lantern');
  expect(await submit()).toEqual({ repositoryId: 'repo_1' });
});

it('moves with the arrows, around the ends, and chooses with Tab', async () => {
  const { user, box, submit } = await open();
  box.focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(async () => expect(await labels()).toHaveLength(3));
  expect(active(box)).toBeUndefined();
  await user.keyboard('{ArrowDown}');
  expect(active(box)).toBe('vivid-lantern');
  await user.keyboard('{ArrowUp}');
  expect(active(box)).toBe('amber-signal');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active(box)).toBe('quiet-harbor');
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Save');
  expect(await submit()).toEqual({ repositoryId: 'repo_2' });
});

it('Escape closes the list and keeps the stored record, as leaving with other words does', async () => {
  const { user, box, submit } = await open({ defaultValue: harbor });
  await user.type(box, 'x');
  await list();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(box.value).toBe('quiet-harbor');
  await user.type(box, 'yz');
  await user.tab();
  expect(box.value).toBe('quiet-harbor');
  expect(await submit()).toEqual({ repositoryId: 'repo_2' });
});

it('opens at the stored record', async () => {
  const { user, box } = await open({ defaultValue: signal });
  await user.click(box);
  await waitFor(() => expect(active(box)).toBe('amber-signal'));
});

it('is cleared with its button or by emptying it, where it is optional', async () => {
  const { user, box, submit } = await open({ defaultValue: harbor, optional: true });
  await user.click(screen.getByRole('button', { name: 'Clear Repository' }));
  expect(document.activeElement).toBe(box);
  expect(await submit()).toEqual({ repositoryId: null });
  await user.type(box, 'lantern');
  await waitFor(() => expect(active(box)).toBe('vivid-lantern'));
  await user.keyboard('{Enter}');
  await user.clear(box);
  expect(await submit()).toEqual({ repositoryId: null });
});

it('shows the error of a required one until a record is chosen', async () => {
  const { user, box, submit } = await open();
  expect(await submit()).toBeUndefined();
  await screen.findByRole('alert');
  expect(document.activeElement).toBe(box);
  expect(box.getAttribute('aria-invalid')).toBe('true');
  await user.type(box, 'harbor');
  await waitFor(() => expect(active(box)).toBe('quiet-harbor'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('says that nothing was found, or that there is nothing yet', async () => {
  const { user, box } = await open({ find: async () => [] });
  await user.click(box);
  await screen.findByText('Nothing to choose from yet');
  await user.type(box, 'zzz');
  await screen.findByText('No results for “zzz”');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0 results'));
});

it('says so while it searches, and that typing finds more than the first ten', async () => {
  const ten = Array.from({ length: 10 }, (_, i) => ({ value: `${i}`, label: `repository ${i}` }));
  let answer = (_options: Option[]) => {};
  const find = () => new Promise<Option[]>((resolve) => (answer = resolve));
  const { user, box } = await open({ find });
  await user.click(box);
  await screen.findByText('Searching…');
  await waitFor(() => answer(ten));
  await screen.findByText('Type to find more.');
});

it('explains a failure, and tries again with the button or Enter', async () => {
  let failures = 2;
  const find = async () => {
    failures -= 1;
    if (failures >= 0) throw new ApiError('SERVICE_UNAVAILABLE');
    return all;
  };
  const { user, box } = await open({ find });
  await user.click(box);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('alert');
  expect(document.activeElement).toBe(box);
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await labels()).toHaveLength(3));
});

it('ignores the late answer to an earlier term', async () => {
  const answers = new Map<string, (options: Option[]) => void>();
  const find = (term: string) => new Promise<Option[]>((resolve) => answers.set(term, resolve));
  const { user, box } = await open({ find });
  await user.type(box, 'lan');
  await waitFor(() => expect(answers.has('lan')).toBe(true));
  await user.type(box, 'x');
  await waitFor(() => expect(answers.has('lanx')).toBe(true));
  answers.get('lanx')?.([harbor]);
  await waitFor(async () => expect(await labels()).toEqual(['quiet-harbor']));
  answers.get('lan')?.([lantern]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await labels()).toEqual(['quiet-harbor']);
});

it('is empty after its text was deleted, also when the field is left by the Tab key', async () => {
  const { user, box, submit } = await open({ optional: true, defaultValue: lantern });
  await user.click(box);
  await list();
  await user.clear(box);
  await list();
  await user.keyboard('{Tab}');
  expect(box.value).toBe('');
  expect(await submit()).toEqual({ repositoryId: null });
});

it('chooses nothing when Enter confirms a word of an input method', async () => {
  const { user, box } = await open();
  await user.type(box, 'lantern');
  await waitFor(async () => expect(await labels()).toEqual(['vivid-lantern']));
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  expect(box.value).toBe('lantern');
});
