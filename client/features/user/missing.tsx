/** Shown where a user has no value. */
export function Missing({ text }: { text: string }) {
  return <span className="text-text-muted">{text}</span>;
}
