import type { KnownPeople } from './known-people.ts';

/** Visitors of the demo share accounts, so each credential counts as a person. */
export function separateDemoVisitors(people: KnownPeople): void {
  const { note } = people;
  people.note = (credential) => note(credential, credential);
}
