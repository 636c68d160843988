// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CodeForm } from '#client/features/auth/code-form.tsx';
import { useCodeEntry } from '#client/features/auth/use-code-entry.ts';
import { ApiError } from '#client/lib/errors.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { show } from '#tests/client/render.tsx';
import { rightToLeft } from '#tests/support/other-languages.ts';
import { translateTexts } from '#tests/support/translator.ts';

type EntryOptions = { onCode?: (code: string) => Promise<void> };

function Entry({ onCode = async () => {} }: EntryOptions) {
  const entry = useCodeEntry({ onCode });
  return (
    <CodeForm entry={entry}>
      <button type="submit">Continue</button>
    </CodeForm>
  );
}

async function open(options: EntryOptions & { language?: Language } = {}) {
  const { language = 'en', onCode = async () => {} } = options;
  const codes: string[] = [];
  const entry = (
    <Entry
      onCode={async (code) => {
        codes.push(code);
        await onCode(code);
      }}
    />
  );
  const setup = { codeLength: limits.codeLength };
  const { user } = await show(entry, { language, namespaces: ['auth'], setup });
  const field = (await screen.findByRole('textbox')) as HTMLInputElement;
  return { user, field, codes };
}

/** input-otp reads the selection again up to 50 ms after each change. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));

const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);

describe('a code', () => {
  it('submits itself with its last digit', async () => {
    const { user, field, codes } = await open();
    expect(document.activeElement).toBe(field);
    await user.keyboard('12345');
    expect(codes).toEqual([]);
    await user.keyboard('6');
    await waitFor(() => expect(codes).toEqual(['123456']));
  });

  it('is pasted with the spaces and hyphens that were copied along', async () => {
    const { user, field, codes } = await open();
    await user.click(field);
    await user.paste(' 123-456 ');
    await waitFor(() => expect(codes).toEqual(['123456']));
  });

  it.each([
    ['Your code is 965675', '965675'],
    ['Code 965 675, valid for 10 minutes', '965675'],
    ['١٢٣٤٥٦ هو رمزك', '123456'],
    ['18:05 123456', '123456'],
  ])('is found in the pasted text “%s”', async (text, code) => {
    const { user, field, codes } = await open();
    await user.click(field);
    await user.paste(text);
    await waitFor(() => expect(codes).toEqual([code]));
  });

  // Clipboard suggestions of phone keyboards, dictation and drag-and-drop fire an input event only.
  it.each(['123 456', '123-456', ' 123456', 'Code 123456', '\u200B123\u200B456', '١٢٣ ٤٥٦'])(
    'is found in “%s”, inserted without a paste',
    async (text) => {
      const { field, codes } = await open();
      fireEvent.input(field, { target: { value: text } });
      await waitFor(() => expect(codes).toEqual(['123456']));
    },
  );

  it('replaces digits that were typed before', async () => {
    const { user, field, codes } = await open();
    await user.keyboard('12');
    fireEvent.input(field, { target: { value: '12Code 345678' } });
    await waitFor(() => expect(codes).toEqual(['345678']));
  });

  it.each(['Enter', 'the button'])(
    'is sent by %s if it was filled in without an event',
    async (by) => {
      const { user, field, codes } = await open();
      // A render in between would take it away, as in any controlled field.
      await settle();
      field.value = '123 456';
      if (by === 'Enter') await user.keyboard('{Enter}');
      else await user.click(screen.getByRole('button'));
      await waitFor(() => expect(codes).toEqual(['123456']));
    },
  );

  it('takes digits only', async () => {
    const { user, field } = await open();
    await user.keyboard('a1b-2');
    expect(field.value).toBe('12');
  });

  it('is read in the digits of other scripts', async () => {
    const { user, field, codes } = await open();
    await user.keyboard('١٢٣۴۵۶');
    await waitFor(() => expect(codes).toEqual(['123456']));
    expect(field.value).toBe('123456');
  });

  it('has no more than six digits', async () => {
    const { user, field, codes } = await open();
    await user.keyboard('12345678');
    expect(field.value).toBe('123456');
    expect(codes).toEqual(['123456']);
  });
});

describe('a wrong code', () => {
  it('is explained, and the empty field has the focus again', async () => {
    const { user, field } = await open({
      onCode: async () => {
        throw new ApiError('INVALID_OTP');
      },
    });
    await user.keyboard('111111');
    await waitFor(() => expect(alerts()).toHaveLength(1));
    expect(field.value).toBe('');
    expect(document.activeElement).toBe(field);
  });

  it('is explained on a translated page, too', async () => {
    const { user, field } = await open({
      onCode: async () => {
        throw new ApiError('INVALID_OTP');
      },
    });
    const stop = translateTexts();
    await user.keyboard('111111');
    await waitFor(() => expect(alerts()).toHaveLength(1));
    await user.keyboard('2');
    await waitFor(() => expect(field.value).toBe('2'));
    stop();
  });

  it('is not sent while it is too short', async () => {
    const { user, field, codes } = await open();
    await user.keyboard('12{Enter}');
    await waitFor(() => expect(alerts()).toEqual(['Code should be 6 characters']));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(codes).toEqual([]);
    await user.keyboard('3');
    expect(alerts()).toEqual([]);
  });

  it('cannot be changed while the server checks it', async () => {
    let answer = () => {};
    const { user, field, codes } = await open({
      onCode: () => new Promise((resolve) => (answer = resolve)),
    });
    await user.keyboard('123456');
    await user.keyboard('{Backspace}7{Enter}');
    expect(field.value).toBe('123456');
    expect(codes).toEqual(['123456']);
    await act(async () => answer());
  });
});

it.each(rightToLeft)('runs from left to right on a page in %s', async (language) => {
  const { field } = await open({ language });
  expect(document.documentElement.dir).toBe('rtl');
  expect(field.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
});
