import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react';
import { cx } from '#client/lib/class-names.ts';

type SegmentedProps<Value extends string> = {
  label: string;
  /** Name of a field in a form. */
  name?: string;
  value: Value;
  options: readonly {
    value: Value;
    label: ReactNode;
    icon?: ComponentType<{ className?: string }>;
  }[];
  onChange: (value: Value) => void;
};

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const ownName = useId();
  const { label, name = ownName, value, options, onChange } = props;
  const group = useRef<HTMLFieldSetElement>(null);
  /** Adopts an option chosen on a server-rendered page before its scripts ran. */
  const adoptChoice = useEffectEvent(() => {
    const chosen = group.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    if (chosen && chosen !== value) onChange(chosen as Value);
  });
  useEffect(() => adoptChoice(), []);
  return (
    <fieldset
      ref={group}
      className="in-[footer]:grow flex max-w-full flex-wrap gap-1 rounded-control bg-surface-sunken p-1 max-sm:grow"
    >
      <legend className="sr-only">{label}</legend>
      {options.map(({ icon: Icon, ...option }) => (
        <label
          key={option.value}
          className={cx(
            'relative flex min-h-8 grow basis-0 cursor-pointer items-center justify-center gap-2 rounded-md border px-3 text-sm whitespace-nowrap transition-colors max-sm:px-2 pointer-coarse:min-h-11',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
            option.value === value
              ? 'chosen font-medium'
              : 'border-transparent text-text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {Icon && <Icon className="size-4" />}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

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
    <div className="grid gap-1.5 sm:justify-items-start">
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
