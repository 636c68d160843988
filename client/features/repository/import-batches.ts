import { limits } from '#shared/limits.ts';
import type { ImportRow } from './import-csv.ts';

/** JSON bytes of the rows in one request: the server takes 100 kB in all. */
const batchBytes = 60_000;

const sizeOf = (row: ImportRow) =>
  new TextEncoder().encode(JSON.stringify(row.values)).byteLength + 1;

/** Rows as the server takes them at once. A row that is longer than all of them is alone. */
export function* importBatches(rows: readonly ImportRow[]): Generator<ImportRow[]> {
  let batch: ImportRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = sizeOf(row);
    if (batch.length > 0 && (batch.length === limits.nodesMax || bytes + size > batchBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
