import { limits } from '#shared/limits.ts';
import type { ImportRow } from './csv-file.ts';

/** JSON bytes of rows per request. The server accepts 100 kB in total. */
const batchBytes = 60_000;

const sizeOf = (row: ImportRow) =>
  new TextEncoder().encode(JSON.stringify(row.values)).byteLength + 1;

/** Splits rows into batches. A row above the limit gets its own batch. */
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
