/** A sign of work going on. Whoever shows it says in words what is going on. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin forced-color-adjust-none rounded-full border-2 border-current border-e-transparent"
    />
  );
}
