// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormActions, UnsavedChangesGuard } from '#client/ui/form/form-actions.tsx';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { link } from '#shared/rules/link.ts';
import { optionalText, text } from '#shared/rules/text.ts';
import { show } from '#tests/client/render.tsx';
import { translateTexts } from '#tests/support/translator.ts';

const rules = z.object({
  name: text({
    required: 'NAME_REQUIRED',
    invalid: 'NAME_INVALID',
    tooLong: 'NAME_TOO_LONG',
    max: 100,
  }),
  link,
  description: optionalText({
    invalid: 'DESCRIPTION_INVALID',
    tooLong: 'DESCRIPTION_TOO_LONG',
    max: 2_000,
    multiline: true,
  }),
});

type Values = z.output<typeof rules>;

const valid = { name: 'vivid-lantern', link: 'example.org', description: '' };

type OpenOptions = {
  onSubmit?: (values: Values, form: FormHandle) => Promise<void>;
  values?: Partial<Values>;
  lazyRules?: Promise<typeof rules>;
};

async function open({ onSubmit = async () => {}, values = {}, lazyRules }: OpenOptions = {}) {
  const submitted: Values[] = [];
  const form = (
    <Form<Values>
      rules={lazyRules ? () => lazyRules : rules}
      onSubmit={async (checked, handle) => {
        submitted.push(checked);
        await onSubmit(checked, handle);
      }}
    >
      <UnsavedChangesGuard />
      <TextField name="name" label="Name" hint="Must be unique" defaultValue={values.name} />
      <TextField name="link" label="Link" defaultValue={values.link} />
      <TextAreaField name="description" label="Description" defaultValue={values.description} />
      <FormActions submitLabel="Create" cancelTo="/app" />
    </Form>
  );
  const { router, user } = await show(form);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  const link = screen.getByRole('textbox', { name: 'Link' });
  const submit = () => user.click(screen.getByRole('button', { name: 'Create' }));
  return { router, user, name, link, submit, submitted };
}

const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);

describe('validation', () => {
  it('shows no error while the submit button is pressed, so that the button does not move', async () => {
    const { user, link, submitted } = await open();
    await user.type(link, 'abc');
    const button = screen.getByRole('button', { name: 'Create' });
    await user.pointer({ keys: '[MouseLeft>]', target: button });
    await act(async () => {});
    expect(alerts()).toEqual([]);
    await user.pointer({ keys: '[/MouseLeft]', target: button });
    await waitFor(() => expect(alerts()).toHaveLength(2));
    expect(submitted).toEqual([]);
  });

  for (const lazy of [false, true]) {
    it(`shows each error at its field and focuses the first, with ${lazy ? 'lazy' : 'eager'} rules`, async () => {
      const { name, link, submit, submitted } = await open(
        lazy ? { lazyRules: Promise.resolve(rules) } : {},
      );
      await submit();
      await waitFor(() => expect(alerts()).toEqual(['Name is required', 'Link is required']));
      expect(document.activeElement).toBe(name);
      expect(name.getAttribute('aria-invalid')).toBe('true');
      const note = document.getElementById(link.getAttribute('aria-describedby') ?? '');
      expect(note?.textContent).toBe('Link is required');
      const hinted = document.getElementById(name.getAttribute('aria-describedby') ?? '');
      expect(hinted?.textContent).toBe('Name is requiredMust be unique');
      expect(submitted).toEqual([]);
    });
  }

  it('waits until a field is left, then follows each key', async () => {
    const { user, link } = await open();
    await user.type(link, 'abc');
    expect(alerts()).toEqual([]);
    await user.tab();
    await waitFor(() => expect(alerts()).toHaveLength(1));
    await user.type(link, '.org');
    await waitFor(() => expect(alerts()).toEqual([]));
  });

  it('goes on when a translator has replaced the texts of the page', async () => {
    const { user, name, link, submit } = await open();
    const stop = translateTexts();
    try {
      await submit();
      await waitFor(() => expect(alerts()).toEqual(['Name is required', 'Link is required']));
      await user.type(link, 'abc');
      await waitFor(() => expect(alerts()[1]).toBe('Invalid link, must be at least 4 characters'));
      await user.type(name, 'v');
      await waitFor(() => expect(alerts()).toHaveLength(1));
      expect(screen.getByText('Must be unique')).toBeTruthy();
      expect((name as HTMLInputElement).value).toBe('v');
    } finally {
      stop();
    }
  });

  it('lets a person pass an empty field', async () => {
    const { user, name } = await open();
    await user.click(name);
    await user.tab();
    await user.tab();
    expect(alerts()).toEqual([]);
    expect(screen.getByText('Must be unique')).toBeTruthy();
  });

  it('hands on normalised values, once', async () => {
    let finish = () => {};
    const { user, name, link, submit, submitted } = await open({
      lazyRules: Promise.resolve(rules),
      onSubmit: () => new Promise((resolve) => (finish = resolve)),
    });
    await user.type(name, '  vivid-lantern ');
    await user.type(link, 'example.org');
    const form = (name as HTMLInputElement).form as HTMLFormElement;
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await waitFor(() => expect(submitted).toHaveLength(1));
    await submit();
    expect(submitted).toEqual([
      { name: 'vivid-lantern', link: 'https://example.org', description: '' },
    ]);
    await act(async () => finish());
  });

  it('submits what was corrected and submitted again while the rules loaded', async () => {
    const loading = Promise.withResolvers<typeof rules>();
    const { user, name, submit, submitted } = await open({
      values: { ...valid, name: '' },
      lazyRules: loading.promise,
    });
    await submit();
    await user.type(name, 'vivid-lantern');
    await submit();
    await act(async () => loading.resolve(rules));
    await waitFor(() => expect(submitted).toMatchObject([{ name: 'vivid-lantern' }]));
    expect(alerts()).toEqual([]);
  });
});

describe('the keys that submit', () => {
  it.each(['Control', 'Meta'])('are %s and Enter, also in a text of several lines', async (key) => {
    const { user, submitted } = await open({ values: valid });
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Two{Enter}lines');
    expect(submitted).toEqual([]);
    await user.keyboard(`{${key}>}{Enter}{/${key}}`);
    await waitFor(() => expect(submitted).toMatchObject([{ description: 'Two\nlines' }]));
  });
});

describe("the server's errors", () => {
  it('are shown at their fields', async () => {
    const { name, submit } = await open({
      values: valid,
      onSubmit: async (_values, form) =>
        form.fail({ errors: [{ code: 'NAME_ALREADY_USED', field: ['input', 'name'] }] }),
    });
    await submit();
    await waitFor(() => expect(alerts()).toEqual(['Name already used']));
    expect(document.activeElement).toBe(name);
    expect(name).toHaveProperty('value', 'vivid-lantern');
  });

  it('are shown above the form where it has no such field, with the request ID', async () => {
    const { submit } = await open({
      values: valid,
      onSubmit: async (_values, form) =>
        form.fail({ errors: [{ code: 'UNKNOWN_ERROR' }], requestId: 'req_42' }),
    });
    await submit();
    expect(await screen.findByText('req_42')).toBeTruthy();
    expect(alerts()).toEqual([expect.stringContaining('Something went wrong')]);
  });
});

describe('unsaved changes', () => {
  const question = 'Leave without saving?';

  it('stay when the person says so, and go when the person leaves', async () => {
    const { router, user, name } = await open();
    await user.type(name, 'vivid');
    act(() => void router.navigate('/elsewhere'));
    await screen.findByRole('alertdialog', { name: question });
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/');
    expect(name).toHaveProperty('value', 'vivid');

    act(() => void router.navigate('/elsewhere'));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Elsewhere')).toBeTruthy();
  });

  it.each([2, 3])('go when the person leaves after pressing Back %s times', async (times) => {
    const { router, user } = await open();
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/'));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, 'vivid');
    for (let time = 0; time < times; time += 1) {
      await act(() => router.navigate(-1));
      await screen.findByRole('alertdialog', { name: question });
    }
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Elsewhere')).toBeTruthy();
  });

  it('hold up neither the browser nor a navigation once they are undone', async () => {
    const { router, user, name } = await open({ values: valid });
    const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closes()).toBe(true);
    await user.type(name, 's');
    expect(closes()).toBe(false);
    await user.type(name, '{Backspace}');
    expect(closes()).toBe(true);
    await act(() => router.navigate('/elsewhere'));
    expect(screen.getByText('Elsewhere')).toBeTruthy();
  });

  it('do not hold up a navigation that discards them, nor one after saving', async () => {
    const first = await open();
    await first.user.type(first.name, 'vivid');
    await act(() => first.router.navigate('/elsewhere', { state: discardUnsavedChanges }));
    expect(screen.getByText('Elsewhere')).toBeTruthy();

    const second = await open({ onSubmit: async (_values, form) => form.saved() });
    await second.user.type(second.name, 'vivid-lantern');
    await second.user.type(second.link, 'example.org');
    await second.submit();
    await act(() => second.router.navigate('/elsewhere'));
    expect(second.router.state.location.pathname).toBe('/elsewhere');
  });
});
