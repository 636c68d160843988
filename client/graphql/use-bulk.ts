import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperationResult } from 'urql';
import { failureText } from '#client/i18n/error-text.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { ApiError, toApiError, type UserError } from '#client/lib/errors.ts';
import { clearSelection, selection } from '#client/ui/list/selection.ts';
import { type ConfirmOptions, confirm } from '#client/ui/overlay/confirm.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { limits } from '#shared/limits.ts';
import { refetchActive } from './client.ts';
import { findMutationErrors } from './errors.ts';
import type { IdPage } from './use-list.ts';

/** Which records to change: those given, or the selected ones. */
type Records =
  | { ids: string[]; page?: undefined }
  | {
      ids?: undefined;
      /** Reads a page of matching IDs, if all are selected. */
      page(after: string | null): Promise<IdPage>;
    };

/** What to do with the records. */
export type BulkChange = {
  /** Asked before anything is changed. */
  question?: ConfirmOptions | undefined;
  mutate(ids: string[]): Promise<OperationResult>;
  /** Offered at the end, with the IDs that were changed. Not for more than `undoMax`. */
  undo?(ids: string[]): void;
  done(values: { count: number; total: string }): string;
};

type BulkRun = Records &
  BulkChange & {
    total: number;
    /** ID of a record to skip, such as the viewer. */
    without?: string;
  };

/** Most records that can be changed back: their IDs stay in memory while the toast is shown. */
export const undoMax = 1_000;

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

/** Sends again after each wait that the server asks for. Resolves to undefined if stopped before. */
export async function patiently<Result>(send: () => Promise<Result>, isStopped: () => boolean) {
  while (!isStopped()) {
    try {
      return await send();
    } catch (error) {
      const { retryAfter } = toApiError(error);
      if (!retryAfter) throw error;
      await seconds(retryAfter);
    }
  }
  return undefined;
}

/** Yields the IDs in batches. With all selected, reads each batch when needed. */
async function* batches(records: Records, isStopped: () => boolean) {
  const { ids, all } = selection.get();
  if (records.page && all) {
    const { page } = records;
    for (let after: string | null = null; ; ) {
      const found: IdPage | undefined = await patiently(() => page(after), isStopped);
      if (found) yield found.ids;
      if (!found?.next) return;
      after = found.next;
    }
  }
  const chosen = records.ids ?? [...ids];
  for (let place = 0; place < chosen.length; place += limits.nodesMax) {
    yield chosen.slice(place, place + limits.nodesMax);
  }
}

/** Errors of single records carry their index; others reject the whole input. */
const isOfItem = ({ field }: UserError) => field?.[0] === 'ids';

/** Changes a batch, and resolves to the errors of single records. */
async function change({ mutate }: BulkRun, ids: string[]) {
  const failed = findMutationErrors(await mutate(ids));
  const whole = failed?.errors.find((error) => !isOfItem(error));
  if (failed && whole) throw new ApiError(whole.code, failed);
  return failed?.errors ?? [];
}

/**
 * Runs a bulk mutation in batches of 100 and shows the outcome. Waits when rate limited, and stops at the first batch
 * that fails as a whole. The selection then stays, to try again.
 */
export function useBulk() {
  const { t } = useTranslation(['list', 'common']);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const stopped = useRef(false);
  const isStopped = () => stopped.current;

  async function run(job: BulkRun): Promise<void> {
    if (job.question && !(await confirm(job.question))) return;
    stopped.current = false;
    let done = 0;
    const changed: string[] = [];
    const refused: UserError[] = [];
    let failure: ApiError | undefined;
    setProgress({ done, total: job.total });
    try {
      for await (const found of batches(job, isStopped)) {
        const ids = found.filter((id) => id !== job.without);
        const items = ids.length > 0 ? await patiently(() => change(job, ids), isStopped) : [];
        if (!items) break;
        refused.push(...items.slice(0, limits.nodesMax - refused.length));
        done += ids.length - items.length;
        if (job.undo && done <= undoMax) {
          const places = new Set(items.map(({ field }) => field?.[1]));
          changed.push(...ids.filter((_id, place) => !places.has(String(place))));
        }
        setProgress({ done, total: job.total });
      }
    } catch (error) {
      failure = toApiError(error);
    }
    setProgress(null);
    refetchActive();
    // An undo and the button of a row name their records, whatever is selected.
    if (!failure && !job.ids) clearSelection();
    const { undo } = job;
    const action =
      undo && done > 0 && done <= undoMax
        ? { label: t('common:toast.undo'), onClick: () => undo(changed) }
        : undefined;
    const texts = [
      failure && failureText(failure),
      done > 0 && job.done({ count: done, total: formatNumber(done) }),
    ];
    const text = texts.filter(Boolean).join(' ');
    if (text) toast(failure ? 'error' : 'success', text, action);
    const [first] = refused;
    if (first) {
      const reason = failureText({ code: first.code });
      toast('error', t('result.refused', { total: formatNumber(refused.length), reason }));
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
