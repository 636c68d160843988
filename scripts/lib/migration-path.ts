/** Copy of the schema that the migrations in prisma/ lead to. The next migration is the difference from it. */
export const migratedSchemaPath = 'migrations/schema.prisma';

/** The file of a new migration, which follows all others, in prisma/. */
export function migrationPath(name: string, newest = ''): string {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const last = newest.slice(0, 14);
  const time = last < now ? now : Number(last) + 1;
  return `migrations/${time}_${name}/migration.sql`;
}
