import type { LucideIcon } from 'lucide-react';
import { CircleAlert, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '#client/i18n/error-text.ts';
import { cx } from '#client/lib/class-names.ts';
import type { ApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { RequestId } from '#client/ui/base/notice.tsx';

type StateProps = {
  icon: LucideIcon;
  title: string;
  body?: string;
  failed?: boolean;
  children?: ReactNode;
};

export function EmptyState({ icon: Icon, title, body, failed, children }: StateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-card border border-dashed border-line px-6 py-12 text-center">
      <span
        className={cx(
          'mb-2 grid size-14 place-items-center rounded-full',
          failed ? 'bg-danger-soft text-danger-text' : 'bg-glow-soft text-warning-text',
        )}
      >
        <Icon className="size-6" strokeWidth={1.5} />
      </span>
      <p className="font-medium">{title}</p>
      {body && <p className="max-w-[48ch] text-balance text-sm text-text-muted">{body}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

export function NoResult({ searchTerm, onClear }: { searchTerm: string; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={SearchX}
      title={t('list.noResult', { searchTerm })}
      body={t('list.noResultHint')}
    >
      <Button onClick={onClear}>{t('search.clear')}</Button>
    </EmptyState>
  );
}

export function LoadFailed({
  failure,
  onRetry,
  pending,
}: {
  failure: ApiError;
  onRetry: () => void;
  pending?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState failed icon={CircleAlert} title={t('list.failed')} body={failureText(failure)}>
        <RequestId failure={failure} />
        <Button onClick={onRetry} pending={pending}>
          {t('action.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}
