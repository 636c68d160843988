/** Lucide-style icons for the login page. Lucide's runtime is only loaded with the areas. */
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

export function AlertIcon() {
  return (
    <Icon>
      <path d="M12 8v4M12 16h.01" />
    </Icon>
  );
}

export function InfoIcon() {
  return (
    <Icon>
      <path d="M12 16v-4M12 8h.01" />
    </Icon>
  );
}
