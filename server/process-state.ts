import type { Admission } from '@atrium/fair-admission';
import type { Database } from './database/client.ts';

/** What a process that serves knows of its load, for metrics and the page System. */
export type ProcessState = {
  admission(): ReturnType<Admission['state']>;
  pools: Readonly<Record<string, Database['$connections']>>;
};
