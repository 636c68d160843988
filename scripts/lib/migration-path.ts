import { globSync } from 'node:fs';
import { basename } from 'node:path';

/** Copy of the schema that the migrations in prisma/ lead to. The next migration is the difference from it. */
export const migratedSchemaPath = 'migrations/schema.prisma';

/** The file of a new migration in `folder`, relative to it. Follows all others, even if a clock was ahead. */
export function migrationPath(folder: string, name: string): string {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const times = globSync('migrations/*_*/', { cwd: folder })
    .map((path) => basename(path).slice(0, 14))
    .filter((time) => /^\d{14}$/.test(time));
  const last = times.sort().at(-1) ?? '';
  const time = last < now ? now : Number(last) + 1;
  return `migrations/${time}_${name}/migration.sql`;
}
