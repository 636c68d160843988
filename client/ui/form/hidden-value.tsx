import { useEffect, useRef } from 'react';

type HiddenValueProps = { name: string; value: string; onRestore: (value: string) => void };

/** Value of a control that isn't a form control itself. Fires the input events that the form listens for. */
export function HiddenValue({ name, value, onRestore }: HiddenValueProps) {
  const input = useRef<HTMLInputElement>(null);
  const reported = useRef(value);
  useEffect(() => {
    if (reported.current === value) return;
    reported.current = value;
    input.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [value]);
  return (
    <input
      ref={input}
      type="hidden"
      name={name}
      value={value}
      onInput={({ currentTarget }) => onRestore(currentTarget.value)}
    />
  );
}
