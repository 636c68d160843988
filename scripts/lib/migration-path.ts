/** Copy of the schema that the migrations in prisma/ lead to. The next migration is the difference from it. */
export const migratedSchemaPath = 'migrations/schema.prisma';

/** The file of a new migration, which follows all others, in prisma/. */
export function migrationPath(name: string): string {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  return `migrations/${time}_${name}/migration.sql`;
}
