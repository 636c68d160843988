import type { ReactNode } from 'react';
import { toggleSelected } from './selection.ts';

type RowCheckboxProps = { id: string; label: string; checked: boolean; lead: ReactNode };

/** Checkbox that replaces the avatar or icon while the row is hovered or any row is selected. */
export default function RowCheckbox({ id, label, checked, lead }: RowCheckboxProps) {
  return (
    <div className="relative z-1 grid place-items-center *:[grid-area:1/1]">
      <span className="pointer-events-none grid group-hover/row:opacity-0 group-has-checked/list:opacity-0">
        {lead}
      </span>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        // The row's link is the tab stop, and x selects there.
        tabIndex={-1}
        onChange={({ nativeEvent }) =>
          toggleSelected(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="row-check relative size-9 opacity-0 pointer-coarse:-m-1 pointer-coarse:size-11 group-hover/row:opacity-100 group-has-checked/list:opacity-100 focus-visible:opacity-100"
      />
    </div>
  );
}
