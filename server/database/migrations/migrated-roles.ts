/** A CHECK in the database lists the roles that users can have. `npm run db:new-migration` keeps a copy of the list. */
import { readFileSync } from 'node:fs';
import { CliError } from '#server/progress.ts';
import { fromRoot } from '#server/root.ts';
import { roleNames } from '#shared/permissions.ts';

/** Path of the copy in prisma/: a role per line. */
export const migratedRolesPath = 'migrations/roles.txt';

export const linesOf = (roles: readonly string[]): string => `${roles.toSorted().join('\n')}\n`;

/** @throws {CliError} if the migrations let users have other roles than `roles` */
export function requireMigratedRoles(roles: readonly string[] = roleNames): void {
  if (readFileSync(fromRoot('prisma', migratedRolesPath), 'utf8') === linesOf(roles)) return;
  throw new CliError(
    'The roles of shared/permissions.ts have no migration: the database refuses new ones.',
    'Write it: npm run db:new-migration -- roles',
  );
}
