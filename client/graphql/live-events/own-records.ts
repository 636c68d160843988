import type { DataFields, UpdateResolver } from '@urql/exchange-graphcache';
import { addOwnRecord } from './new-records.ts';

function createdRecords(result: DataFields): { id: string }[] {
  const payloads = Object.values(result) as (Record<string, unknown> | null)[];
  return payloads
    .flatMap((payload) => Object.values(payload ?? {}).flat())
    .filter((value) => typeof (value as { id?: unknown } | null)?.id === 'string') as {
    id: string;
  }[];
}

/** Notes the records that a mutation of this tab created before `update` reads their lists again. */
export function withOwnRecords(update: UpdateResolver): UpdateResolver {
  return (result, ...rest) => {
    for (const { id } of createdRecords(result)) addOwnRecord(id);
    update(result, ...rest);
  };
}
