/** A worker process whose primary counts nothing: sends what a limit of the instance answers. */
import { createLimits } from '#server/auth/limits/limit.ts';

const limits = createLimits({ pointsPerMinute: 1, mutationsPerMinute: 10 });
const taken = [await limits.take('mutations', 'somebody'), await limits.read('auth', 'somebody')];
process.send?.({ taken });
