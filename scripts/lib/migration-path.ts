/** The file of a new migration, which follows all others, in prisma/. */
export function migrationPath(name: string): string {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  return `migrations/${time}_${name}/migration.sql`;
}
