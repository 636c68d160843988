import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperationResult } from 'urql';
import { failureText } from '#client/i18n/error-text.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { clearSelection, selection } from '#client/ui/list/selection.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { limits } from '#shared/limits.ts';
import { findMutationErrors, type MutationErrors } from './errors.ts';

export type IdPage = { ids: string[]; next: string | null };

type Payload = { errors: MutationErrors['errors'] } | null | undefined;

type BulkRun<Data> = {
  total: number;
  ids?: string[];
  /** Reads a page of matching IDs, if all are selected. */
  page(after: string | null): Promise<IdPage | null>;
  mutate(ids: string[]): Promise<OperationResult<Data>>;
  pick(data: Data): Payload;
  /** ID of a record to skip, such as the viewer. */
  without?: string;
  /** Offered at the end, with the IDs that were changed. Not for more than `undoMax`. */
  undo?(ids: string[]): void;
  done(values: { total: string }): string;
};

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

/** Most records that can be changed back: their IDs stay in memory while the toast is shown. */
export const undoMax = 1_000;

/** Yields the selected IDs in batches. With all selected, fetches each batch when needed. */
async function* batches({
  ids: given,
  page,
  without,
}: Pick<BulkRun<never>, 'ids' | 'page' | 'without'>) {
  const { ids, all: isAll } = selection.get();
  const all = isAll && !given;
  const chosen = given ?? [...ids];
  for (let after: string | null = null, place = 0; ; ) {
    const found: IdPage | null = all
      ? await page(after)
      : { ids: chosen.slice(place, place + limits.nodesMax), next: null };
    if (!found) return;
    place += limits.nodesMax;
    after = found.next;
    const batch = found.ids.filter((id) => id !== without);
    if (batch.length > 0) yield batch;
    if (all ? !after : place >= chosen.length) return;
  }
}

/**
 * Runs a bulk mutation on the selection in batches of 100 and shows the outcome. Waits when rate limited, and stops at
 * the first batch that fails as a whole.
 */
export function useBulk() {
  const { t } = useTranslation(['list', 'common']);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const stopped = useRef(false);

  async function run<Data>(job: BulkRun<Data>): Promise<void> {
    stopped.current = false;
    let done = 0;
    const changed: string[] = [];
    const refused: MutationErrors['errors'][number][] = [];
    let failed: MutationErrors | null = null;
    setProgress({ done, total: job.total });
    for await (const ids of batches(job)) {
      let payload: Payload;
      for (;;) {
        if (stopped.current) break;
        const result = await job.mutate(ids);
        payload = result.data && job.pick(result.data);
        failed = findMutationErrors(
          result,
          payload && { ...payload, errors: withoutItems(payload) },
        );
        if (!failed?.retryAfter) break;
        await seconds(failed.retryAfter);
      }
      if (failed || stopped.current) break;
      const items = payload?.errors.filter(isOfItem) ?? [];
      refused.push(...items.slice(0, limits.nodesMax - refused.length));
      done += ids.length - items.length;
      if (job.undo && done <= undoMax) {
        const places = new Set(items.map(({ field }) => field?.[1]));
        changed.push(...ids.filter((_id, place) => !places.has(String(place))));
      }
      setProgress({ done, total: job.total });
    }
    setProgress(null);
    if (failed) {
      const code = failed.errors[0]?.code ?? 'UNKNOWN_ERROR';
      void toast('error', failureText({ ...failed, code }));
      return;
    }
    clearSelection();
    const total = formatNumber(done);
    const { undo } = job;
    const action =
      undo && done <= undoMax
        ? { label: t('common:toast.undo'), onClick: () => undo(changed) }
        : undefined;
    if (done > 0) void toast('success', job.done({ total }), action);
    const [first] = refused;
    if (first) {
      const reason = failureText({ code: first.code });
      void toast('error', t('result.refused', { total: formatNumber(refused.length), reason }));
    }
  }

  return {
    progress,
    run,
    stop: () => {
      stopped.current = true;
    },
  };
}

/** Errors of single records carry their index; others reject the whole input. */
const isOfItem = ({ field }: MutationErrors['errors'][number]) => field?.[0] === 'ids';
const withoutItems = ({ errors }: NonNullable<Payload>) =>
  errors.filter((error) => !isOfItem(error));

type IdConnection = {
  nodes: readonly { id: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

export async function idPage<Data>(
  query: PromiseLike<OperationResult<Data>>,
  pick: (data: Data) => IdConnection | null | undefined,
): Promise<IdPage | null> {
  const { data } = await query;
  const connection = data && pick(data);
  if (!connection) return null;
  const { hasNextPage, endCursor } = connection.pageInfo;
  return { ids: connection.nodes.map(({ id }) => id), next: hasNextPage ? endCursor : null };
}
