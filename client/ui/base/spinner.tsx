/** Decorative spinner. Announce the pending state with text or `aria-busy`. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin forced-color-adjust-none rounded-full border-2 border-current border-e-transparent"
    />
  );
}
