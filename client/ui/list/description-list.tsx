import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#client/lib/class-names.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { withKeys } from '#client/ui/base/keys.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { breakable } from '#client/ui/base/rich-text.tsx';

export function DetailColumns({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-8 @3xl:grid-cols-[20rem_minmax(0,1fr)] @3xl:[&>dl]:divide-y-0 @3xl:[&>dl]:py-2 @3xl:[&>dl>*]:block @3xl:[&>dl>*]:py-2 @3xl:[&>dl>*]:text-start @3xl:[&_.copied]:flex-row">
        {facts}
        <div className="grid grid-cols-1 gap-8 vacant-lines *:mt-0">{children}</div>
      </div>
    </div>
  );
}

type DescriptionListProps = {
  /** In columns, where there is nothing beside the list. */
  isWide?: boolean;
  children: ReactNode;
};

export function DescriptionList({ isWide, children }: DescriptionListProps) {
  return (
    <dl
      className={cx(
        'divide-y divide-line rounded-card border border-line bg-surface-raised px-4 text-sm',
        isWide && 'facts-wide',
      )}
    >
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-x-2 py-3 text-end">
      <dt className="shrink-0 text-start text-text-muted">{label}</dt>
      <dd className="min-w-0 max-w-[72ch] whitespace-pre-line">{children}</dd>
    </div>
  );
}

type CopyFactProps = { label: string; text: string; copyLabel: string; children: ReactNode };

/** A value on its label's line, and the button that copies it, on the side where no other value begins or ends. */
export const copiedClass =
  'copied flex flex-row-reverse items-center *:not-[button]:self-baseline *:[button]:m-[-.625rem_-.4rem]';

/** A fact with a button that copies it. */
export function CopyFact({ label, text, copyLabel, children }: CopyFactProps) {
  return (
    <Fact label={label}>
      <span className={copiedClass}>
        {children}
        <CopyButton text={text} label={copyLabel} />
      </span>
    </Fact>
  );
}

export function IdFact({ id, label, copyLabel }: { id: string; label: string; copyLabel: string }) {
  return (
    <CopyFact label={label} text={id} copyLabel={copyLabel}>
      <Code>{id}</Code>
    </CopyFact>
  );
}

type TimeFactProps = { label: string; value: string | null; missing?: string };

export function TimeFact({ label, value, missing }: TimeFactProps) {
  return (
    <Fact label={label}>
      {value ? (
        <RelativeTime value={value} focusable />
      ) : (
        <span className="text-text-muted">{missing}</span>
      )}
    </Fact>
  );
}

/** Leads from a record to its form. So does the key E. */
export function EditLink({ to, label, look }: { to: string; label: string; look?: 'secondary' }) {
  return (
    <Link to={to} title={withKeys(label, 'E')} className={buttonClass(look ?? 'primary')}>
      <Pencil />
      {label}
    </Link>
  );
}

/** Text that is the same in every language, such as the name of a setting. */
export function Code({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className="font-mono text-xs/5">
      {breakable(children)}
    </bdi>
  );
}
