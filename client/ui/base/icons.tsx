/**
 * The two icons of the front door, drawn like lucide's. The library's run-time is for the areas;
 * a stranger need not wait for it.
 */
import type { ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      className="mt-0.5 size-4 shrink-0"
    >
      <circle cx="12" cy="12" r="10" />
      {children}
    </svg>
  );
}

/** Something is wrong. */
export function AlertIcon() {
  return (
    <Icon>
      <path d="M12 8v4M12 16h.01" />
    </Icon>
  );
}

/** Something is worth knowing. */
export function InfoIcon() {
  return (
    <Icon>
      <path d="M12 16v-4M12 8h.01" />
    </Icon>
  );
}
