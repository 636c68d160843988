import { useEffect, useRef, useState } from 'react';
import { useMutation } from 'urql';
import { apiErrorOf } from '#client/graphql/errors.ts';
import type { UserErrorCode } from '#client/graphql/schema.generated.ts';
import { patiently } from '#client/graphql/use-bulk.ts';
import { ApiError, toApiError } from '#client/lib/errors.ts';
import { limits } from '#shared/limits.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import { type FileProblem, type ImportRow, importLimits, readImport } from './csv-file.ts';
import { CreateRepositoriesDocument } from './import.generated.ts';

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

export type RowProblem = {
  row: ImportRow;
  code: UserErrorCode | 'EXTRA_CELLS';
  sameAs?: number | undefined;
};

type Progress = { done: number; total: number };

type ImportState =
  | { step: 'choose'; problem?: FileProblem; line?: number | undefined }
  | { step: 'checking' | 'importing'; progress: Progress }
  | { step: 'preview'; fileName: string; ready: ImportRow[]; problems: RowProblem[] }
  | { step: 'done'; created: number; problems: RowProblem[]; stopped?: boolean };

function checkRows(rows: readonly ImportRow[]) {
  const accepted: ImportRow[] = [];
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const { error } = repositoryRules.safeParse(row.values);
    const code = error?.issues[0]?.message as UserErrorCode | undefined;
    if (row.hasExtraCells) problems.push({ row, code: 'EXTRA_CELLS' });
    else if (code) problems.push({ row, code });
    else if (row.sameAs) problems.push({ row, code: 'NAME_ALREADY_USED', sameAs: row.sameAs });
    else accepted.push(row);
  }
  return { accepted, problems };
}

export function useImport() {
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [, createRepositories] = useMutation(CreateRepositoriesDocument);
  const stopped = useRef(false);
  const isStopped = () => stopped.current;
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  async function create(batch: ImportRow[], validateOnly: boolean) {
    const repositories = batch.map(({ values }) => values);
    const result = await createRepositories({ input: { repositories, validateOnly } });
    const payload = result.data?.createRepositories;
    if (payload) return payload;
    throw result.error ? apiErrorOf(result.error) : new ApiError('UNKNOWN_ERROR');
  }

  /** Sends rows in batches, waiting when rate limited. Returns the rejected rows. */
  async function send(rows: ImportRow[], validateOnly: boolean) {
    const refused: RowProblem[] = [];
    const step = validateOnly ? 'checking' : 'importing';
    let done = 0;
    setState({ step, progress: { done, total: rows.length } });
    try {
      for (const batch of importBatches(rows)) {
        const payload = await patiently(() => create(batch, validateOnly), isStopped);
        if (!payload) break;
        for (const { code, field } of payload.errors) {
          const row = batch[Number(field?.[1])];
          if (row) refused.push({ row, code: code as UserErrorCode });
        }
        done += batch.length;
        setState({ step, progress: { done, total: rows.length } });
      }
    } catch (error) {
      setFailure(toApiError(error));
      return { refused, sent: done, failed: true };
    }
    return { refused, sent: done };
  }

  async function choose(file: File): Promise<void> {
    stopped.current = false;
    setFailure(null);
    if (file.size > importLimits.bytes) return setState({ step: 'choose', problem: 'TOO_LARGE' });
    const content = await file.arrayBuffer().catch(() => null);
    if (!content) return setState({ step: 'choose', problem: 'UNREADABLE' });
    const read = readImport(new Uint8Array(content));
    if ('problem' in read) return setState({ step: 'choose', ...read });
    const { accepted, problems } = checkRows(read.rows);
    const { refused, failed } = await send(accepted, true);
    if (failed || stopped.current) return setState({ step: 'choose' });
    const refusedRows = new Set(refused.map(({ row }) => row));
    setState({
      step: 'preview',
      fileName: file.name,
      ready: accepted.filter((row) => !refusedRows.has(row)),
      problems: [...problems, ...refused].sort((one, other) => one.row.line - other.row.line),
    });
  }

  async function run(ready: ImportRow[]): Promise<void> {
    stopped.current = false;
    setFailure(null);
    const { refused, sent } = await send(ready, false);
    setState({
      step: 'done',
      created: sent - refused.length,
      problems: refused,
      stopped: sent < ready.length,
    });
  }

  return {
    state,
    failure,
    choose,
    run,
    stop: () => {
      stopped.current = true;
    },
    reset: () => setState({ step: 'choose' }),
  };
}
