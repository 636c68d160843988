type EnvironmentProps = {
  environment: { name: string | null; emoji: string | null; color: string };
};

/** Names the environment, so that production isn't mistaken for a test system. */
export function EnvironmentBadge({ environment: { name, emoji, color } }: EnvironmentProps) {
  if (!name && !emoji) return null;
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full border border-line px-2 text-xs/5 font-medium whitespace-nowrap text-text-muted">
      {emoji ? (
        <span aria-hidden="true">{emoji}</span>
      ) : (
        <span
          aria-hidden="true"
          className="size-2 rounded-full"
          style={{ backgroundColor: color }}
        />
      )}
      {name}
    </span>
  );
}

/** Line in the environment's color above every page, recognizable without reading. */
export function EnvironmentBar({ environment: { name, emoji, color } }: EnvironmentProps) {
  if (!name && !emoji) return null;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.75 forced-color-adjust-none print:hidden"
      style={{ backgroundColor: color }}
    />
  );
}
