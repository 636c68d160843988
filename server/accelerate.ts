/** Accelerators: the same responses, one line each. ACCELERATE=false turns them off. No relation to Prisma Accelerate. */
import { executeDocument } from '@atrium/planned-execution';
import { accelerateDatabase } from './database/prisma-sql.ts';
import { loadedColumns } from './graphql/building/loaded-columns.ts';

export const accelerators = {
  execute: executeDocument,
  accelerateDatabase,
  loadedColumns,
};
