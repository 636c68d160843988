// @vitest-environment jsdom

import { afterAll, describe, expect, it } from 'vitest';
import { formatRelative } from '#client/i18n/format.ts';
import { chooseLanguage } from '#client/i18n/i18n.ts';
import type { Language } from '#shared/languages.ts';
import { show } from '#tests/client/render.tsx';

const now = Date.parse('2026-11-23T20:30:00Z');
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const format = (seconds: number) =>
  formatRelative(new Date(now + seconds * 1000).toISOString(), now);

afterAll(() => chooseLanguage('en'));

describe('a time is told in its nearest unit', () => {
  it.each([
    [0, 'now', 'now'],
    [29, 'now', 'now'],
    [30, 'in 1 minute', '1 minute ago'],
    [119, 'in 2 minutes', '2 minutes ago'],
    [59 * minute + 29, 'in 59 minutes', '59 minutes ago'],
    [59 * minute + 31, 'in 1 hour', '1 hour ago'],
    [23 * hour + 59 * minute, 'in 1 day', '1 day ago'],
    [25 * hour, 'in 1 day', '1 day ago'],
    [47 * hour, 'in 2 days', '2 days ago'],
    [6.6 * day, 'in 1 week', '1 week ago'],
    [13 * day, 'in 2 weeks', '2 weeks ago'],
    [30 * day, 'in 4 weeks', '4 weeks ago'],
    [90 * day, 'in 3 months', '3 months ago'],
    [364 * day, 'in 1 year', '1 year ago'],
    [366 * day, 'in 1 year', '1 year ago'],
    [700 * day, 'in 2 years', '2 years ago'],
  ])('%s seconds from now', async (seconds, ahead, past) => {
    await show(null);
    expect([format(seconds), format(-seconds)]).toEqual([ahead, past]);
  });
});

it.each<[Language, seconds: number, ahead: string, past: string]>([
  ['ar', 0, 'الآن', 'الآن'],
  ['ar', 25 * hour, 'خلال يوم واحد', 'قبل يوم واحد'],
  ['ar', 47 * hour, 'خلال يومين', 'قبل يومين'],
  ['ar', 5 * day, 'خلال 5 أيام', 'قبل 5 أيام'],
  ['ar', 11 * hour, 'خلال 11 ساعة', 'قبل 11 ساعة'],
  ['fr', 47 * hour, 'dans 2 jours', 'il y a 2 jours'],
  ['sw', 47 * hour, 'baada ya siku 2', 'siku 2 zilizopita'],
])('says so in %s, %s seconds from now', async (language, seconds, ahead, past) => {
  await show(null, { language });
  expect([format(seconds), format(-seconds)]).toEqual([ahead, past]);
});
