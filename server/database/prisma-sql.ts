/** Joins the package with what entities declare, and with requests. */
import { type Options, prismaSql } from '@atrium/prisma-sql';
import { entities } from '#server/entities.ts';
import { getDatamodel } from '#server/generated/pothos-types.ts';
import { currentRequest, outsideRequest } from '#server/log/request-context.ts';
import { limits } from '#shared/limits.ts';
import { type Database, omitted } from './client.ts';
import { tableOf } from './tables.ts';

/** Returns a client that makes frequent calls with SQL. */
export function accelerateDatabase(
  database: Database,
  send: Partial<Pick<Options, 'read'>> = {},
): Database {
  const extension = prismaSql({
    read: database.$named,
    ...send,
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
