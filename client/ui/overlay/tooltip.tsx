import { type ReactNode, useId, useState } from 'react';

type TooltipProps = { text: string; focusable: boolean; children: ReactNode };

/** Shows `text` on hover, and on focus if `focusable`. Escape hides it. */
export function Tooltip({ text, focusable, children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const focus = focusable
    ? {
        tabIndex: 0,
        'aria-describedby': id,
        onFocus: () => setOpen(true),
        onBlur: () => setOpen(false),
        onKeyDown: (event: { key: string }) => event.key === 'Escape' && setOpen(false),
      }
    : {};
  return (
    <span
      className="relative inline-block rounded-sm"
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      {...focus}
    >
      {children}
      <span
        id={id}
        role="tooltip"
        hidden={!open}
        className="appear absolute start-0 bottom-full z-30 mb-1 w-max max-w-64 rounded-control bg-text px-2 py-1 text-xs font-normal text-surface"
      >
        {text}
      </span>
    </span>
  );
}
