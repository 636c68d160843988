import type { Role } from '#shared/permissions.ts';

/** Sample users that anyone can sign in as without a code, where the settings offer them. */
export const sampleAccounts: readonly { role: Role; email: string }[] = [
  { role: 'admin', email: 'admin@example.com' },
  { role: 'user', email: 'user@example.com' },
];
