import type { ComponentProps, ReactNode } from 'react';
import { Segmented } from './segmented.tsx';

type SegmentedFieldProps<Value extends string> = ComponentProps<typeof Segmented<Value>> & {
  name: string;
  /** What the choice means, announced when it changes. */
  note: ReactNode;
};

export function SegmentedField<Value extends string>({
  name,
  note,
  ...control
}: SegmentedFieldProps<Value>) {
  return (
    <div className="grid justify-items-start gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium">
        {control.label}
      </span>
      <Segmented name={name} {...control} />
      <p aria-live="polite" className="text-sm text-text-muted">
        {note}
      </p>
    </div>
  );
}
