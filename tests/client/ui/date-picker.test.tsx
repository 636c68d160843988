// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { dayText } from '#client/lib/day.ts';
import { DatePicker, DateRangePicker, type Days } from '#client/ui/form/date-picker.tsx';
import type { Language } from '#shared/languages.ts';
import { show } from '#tests/client/render.tsx';
import { rightToLeft } from '#tests/support/other-languages.ts';

type Options = { value?: Date | null; min?: Date; max?: Date };

function Picker({ value = null, min, max, chosen }: Options & { chosen: string[] }) {
  const [day, setDay] = useState(value);
  const choose = (next: Date | null) => {
    chosen.push(next ? dayText(next) : '');
    setDay(next);
  };
  return <DatePicker label="Banned until" value={day} onChange={choose} min={min} max={max} />;
}

const november21 = new Date(2031, 10, 21);

async function open(options: Options & { language?: Language } = {}) {
  const { language = 'en', ...days } = options;
  const chosen: string[] = [];
  const component = <Picker value={november21} {...days} chosen={chosen} />;
  const { user } = await show(component, { language, namespaces: ['date'] });
  const button = await screen.findByRole('button', { name: /Banned until/ });
  await user.click(button);
  await screen.findByRole('dialog', { name: 'Banned until' });
  return { user, chosen };
}

const focusedDay = () => document.activeElement?.getAttribute('aria-label');

const expectFocus = (day: RegExp) => waitFor(() => expect(focusedDay()).toMatch(day));

describe('keys', () => {
  it('choose a day, close the calendar and return to the button', async () => {
    const { user, chosen } = await open();
    await expectFocus(/November 21, 2031/);
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(chosen).toEqual(['2031-11-20']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const button = screen.getByRole('button', { name: 'Banned until: Nov 20, 2031' });
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('leave the day as it is with Escape', async () => {
    const { user, chosen } = await open();
    await user.keyboard('{ArrowLeft}{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(chosen).toEqual([]);
  });
});

it('ends where no day can be chosen', async () => {
  await open({ min: new Date(2031, 10, 10), max: new Date(2031, 10, 25) });
  const isDisabled = (name: RegExp) => {
    const button = screen.getByRole('button', { name });
    return button.matches(':disabled, [aria-disabled=true]');
  };
  expect(isDisabled(/Next month/)).toBe(true);
  expect(isDisabled(/Previous month/)).toBe(true);
  expect(isDisabled(/November 9, 2031/)).toBe(true);
  expect(isDisabled(/November 10, 2031/)).toBe(false);
  expect(isDisabled(/November 25, 2031/)).toBe(false);
  expect(isDisabled(/November 26, 2031/)).toBe(true);
});

it.each<[Language, month: string, monday: string, day: RegExp]>([
  ['fr', 'novembre 2031', 'lundi', /vendredi 21 novembre 2031/],
])('names the days in %s and begins weeks there as usual', async (language, month, monday, day) => {
  await open({ language });
  expect(await screen.findByRole('grid', { name: month })).toBeTruthy();
  const [first] = screen.getAllByRole('columnheader', { hidden: true });
  expect(first?.getAttribute('aria-label')).toBe(monday);
  await expectFocus(day);
});

it.each(rightToLeft)('turns the arrows from right to left in %s', async (language) => {
  const { user } = await open({ language });
  await waitFor(() => expect(focusedDay()).toBeTruthy());
  const start = focusedDay();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'full' });
  expect(start).toBe(format.format(november21));
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(focusedDay()).toBe(format.format(new Date(2031, 10, 22))));
});

it('shows only its label as an empty filter of a list', async () => {
  const fields = (
    <DateRangePicker label="Created" value={{ from: undefined }} onChange={() => {}} />
  );
  await show(fields, { namespaces: ['date'] });
  const button = await screen.findByRole('button', { name: 'Created: Pick a date' });
  expect(button.textContent).toBe('Created');
});

it('chooses the days from one to another', async () => {
  const chosen: Days[] = [];
  function RangePicker() {
    const [days, setDays] = useState<Days>({ from: undefined });
    const choose = (next: Days) => {
      chosen.push(next);
      setDays(next);
    };
    const max = new Date(2031, 10, 30);
    return <DateRangePicker label="Created" value={days} onChange={choose} max={max} />;
  }
  const { user } = await show(<RangePicker />, { namespaces: ['date'] });
  await user.click(await screen.findByRole('button', { name: 'Created: Pick a date' }));
  await user.click(await screen.findByRole('button', { name: /November 3, 2031/ }));
  await user.click(screen.getByRole('button', { name: /November 9, 2031/ }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('button', { name: /Created: Nov 3\s–\s9, 2031/ })).toBeTruthy();
  const { from, to } = chosen.at(-1) ?? {};
  expect([from, to].map((day) => day && dayText(day))).toEqual(['2031-11-03', '2031-11-09']);
});
