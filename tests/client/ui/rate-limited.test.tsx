// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { Client, fetchExchange, gql } from 'urql';
import { describe, expect, it } from 'vitest';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, SubmitButton } from '#client/ui/form/form.tsx';
import { Toaster } from '#client/ui/overlay/toaster.tsx';
import type { Language } from '#shared/languages.ts';
import { onboardingRules } from '#shared/rules/account.ts';
import { show } from '#tests/client/render.tsx';

type Answer = { retryAfter: string };

function refusedMutation({ retryAfter }: Answer) {
  const client = new Client({
    url: 'https://example.org/api/graphql',
    preferGetMethod: false,
    fetch: async () =>
      Response.json(
        {
          data: null,
          errors: [{ message: 'For developers.', extensions: { code: 'RATE_LIMITED' } }],
        },
        { status: 429, headers: { 'retry-after': retryAfter } },
      ),
    exchanges: [fetchExchange],
  });
  return () => client.mutation(gql`mutation { deleteThing { errors { code } } }`, {}).toPromise();
}

async function toastOf(answer: Answer) {
  const remove = () =>
    confirmAndRun({
      title: 'Delete it?',
      body: 'It is gone then.',
      confirm: 'Yes',
      mutate: refusedMutation(answer),
      done: 'Done',
    });
  const page = (
    <>
      <button type="button" onClick={() => void remove()}>
        Delete
      </button>
      <Toaster />
    </>
  );
  const { user } = await show(page);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  const toast = await screen.findByRole('listitem');
  return toast.textContent;
}

describe('a mutation that was refused for its rate', () => {
  it('says in a toast how long to wait', async () => {
    const text = 'Too many requests. Try again in 59 seconds.';
    expect(await toastOf({ retryAfter: '59' })).toBe(text);
  });

  it('says so above a form too', async () => {
    const mutate = refusedMutation({ retryAfter: '30' });
    const form = (
      <Form
        rules={onboardingRules}
        onSubmit={async (_values, handle) => {
          const failed = findMutationErrors(await mutate());
          if (failed) handle.fail(failed);
        }}
      >
        <TextField name="name" label="Name" />
        <SubmitButton>Create</SubmitButton>
      </Form>
    );
    const { user } = await show(form);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'x');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Too many requests. Try again in 30 seconds.');
  });
});

describe('the text of a failure', () => {
  it.each<[Language, seconds: number, text: string]>([
    ['en', 1, 'Too many requests. Try again in 1 second.'],
    ['en', 61, 'Too many requests. Try again in 2 minutes.'],
    ['ar', 2, 'طلبات كثيرة جدًا. يُرجى إعادة المحاولة بعد ثانيتين.'],
  ])('says in %s to wait for %s seconds', async (language, retryAfter, text) => {
    await show(null, { language });
    expect(failureText({ code: 'RATE_LIMITED', retryAfter })).toBe(text);
  });

  it('names no time where the server names none', async () => {
    await show(null);
    expect(failureText({ code: 'RATE_LIMITED' })).toBe('Too many requests.');
  });

  it('says once when an unavailable service can be tried again', async () => {
    await show(null);
    expect(failureText({ code: 'SERVICE_UNAVAILABLE', retryAfter: 2 })).toBe(
      'The service is unavailable right now. Try again in a moment.',
    );
  });
});
