/** A page that is about to go must not act on the end of a session that this browser has replaced. */
import { expect, it } from 'vitest';
import { isReplaced, provideSession, type Session } from '#client/features/session/session.ts';

const withSession = (id: string | null) =>
  provideSession({ viewer: id && { session: { id } } } as unknown as Session);

it('a session is replaced once another one was loaded', () => {
  expect(isReplaced('ses_1')).toBe(false);
  withSession('ses_1');
  expect(isReplaced('ses_1')).toBe(false);
  withSession('ses_2');
  expect(isReplaced('ses_1')).toBe(true);
});

it('a session that has ended is not replaced: its end is told', () => {
  withSession(null);
  expect(isReplaced('ses_1')).toBe(false);
});
