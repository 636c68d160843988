/** Accelerators: the same responses, one line each. ACCELERATE=false turns them off. */
import { executeDocument } from '@atrium/planned-execution';
import { createFastPath } from './routes/fast-path.ts';

export const accelerators = {
  execute: executeDocument,
  createFastPath,
};
