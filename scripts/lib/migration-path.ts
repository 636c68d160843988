/** The file of a new migration, which follows all others. */
export function migrationPath(name: string): string {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  return `prisma/migrations/${time}_${name}/migration.sql`;
}
