import { builder } from './builder.ts';

/** How far a person has come. */
export type Status = 'active' | 'invited' | 'banned';

export const UserStatus = builder.enumType('UserStatus', {
  description: 'How far a person has come.',
  values: {
    ACTIVE: { value: 'active', description: 'Has signed in and said how they want to be called.' },
    INVITED: { value: 'invited', description: 'Is known, but has not said their name yet.' },
    BANNED: { value: 'banned', description: 'May not sign in.' },
  } as const,
});
