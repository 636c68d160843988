import { type ReactNode, Suspense } from 'react';
import { failureText, isKnownError } from '#client/i18n/error-text.ts';
import { cx } from '#client/lib/class-names.ts';
import type { ApiError } from '#client/lib/errors.ts';
import { lazyPart } from '#client/lib/loading/code.ts';
import { AlertIcon } from './icons.tsx';

type NoticeProps =
  | { failure: ApiError; children?: undefined }
  | { failure?: undefined; children: ReactNode };

const LazyRequestId = lazyPart(() => import('./request-id.tsx'));

/** Inline message. A failure is announced with its text, plus the request ID if the text doesn't explain the error. */
export function Notice({ failure, children }: NoticeProps) {
  return (
    <div
      role={failure ? 'alert' : undefined}
      className={cx(
        'flex gap-3 rounded-control p-3 text-sm',
        failure ? 'bg-danger-soft text-danger-text' : 'bg-surface-sunken text-text-muted',
      )}
    >
      <AlertIcon isInfo={!failure} />
      <div className="grid min-w-0 gap-1">
        <div>{failure ? failureText(failure) : children}</div>
        {failure && <RequestId failure={failure} />}
      </div>
    </div>
  );
}

const unexplained = new Set(['UNKNOWN_ERROR', 'INTERNAL_ERROR']);

export function RequestId({ failure: { code, requestId } }: { failure: ApiError }) {
  if (!requestId || (isKnownError(code) && !unexplained.has(code))) return null;
  return (
    <Suspense>
      <LazyRequestId requestId={requestId} />
    </Suspense>
  );
}
