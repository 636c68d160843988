/** Joins the package with what entities declare, and with requests. */
import { sqlReads } from '@atrium/sql-reads';
import { entities } from '#server/entities.ts';
import { getDatamodel } from '#server/generated/pothos-types.ts';
import { currentRequest, outsideRequest } from '#server/log/request-context.ts';
import { limits } from '#shared/limits.ts';
import type { Database } from './client.ts';
import { omitted } from './omitted.ts';
import { tableOf } from './tables.ts';

/** Returns a client that answers frequent reads with SQL. */
export function accelerateReads(
  database: Database,
  read: Database['$read'] = database.$read,
): Database {
  const extension = sqlReads({
    read,
    datamodel: getDatamodel().datamodel,
    tableOf,
    omit: omitted,
    lists: Object.fromEntries(entities.map(({ model, lists }) => [model, lists])),
    usualTakes: [1, limits.pageSize + 1],
    scope: currentRequest,
    outsideScope: outsideRequest,
  });
  return extension(database) as Database;
}
