import { type ReactNode, useId, useRef } from 'react';

type TooltipProps = { text: string; focusable: boolean; children: ReactNode };

/** Shows `text` above everything else on hover, and on focus if `focusable`. Escape hides it. */
export function Tooltip({ text, focusable, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  async function toggle(open: boolean) {
    // Browsers without popovers show the text to screen readers only.
    tip.current?.togglePopover?.(open);
    if (!open) return;
    const { place } = await import('./place-tooltip.ts');
    if (tip.current && anchor.current) place(tip.current, anchor.current);
  }
  const focus = focusable
    ? {
        tabIndex: 0,
        'aria-describedby': id,
        onFocus: () => void toggle(true),
        onBlur: () => void toggle(false),
        onKeyDown: (event: { key: string }) => event.key === 'Escape' && void toggle(false),
      }
    : {};
  return (
    <span
      ref={anchor}
      className="inline-block rounded-sm"
      onPointerEnter={() => void toggle(true)}
      onPointerLeave={() => void toggle(false)}
      {...focus}
    >
      {children}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className="appear fixed inset-auto m-0 w-max rounded-control bg-text px-2 py-1 text-xs font-normal text-surface"
      >
        {text}
      </span>
    </span>
  );
}
