export type EnvironmentBadgeProps = {
  environment: { name: string | null; emoji: string | null; color: string };
};

/** Names the environment, so that production isn't mistaken for a test system. */
export function EnvironmentBadge({ environment: { name, emoji, color } }: EnvironmentBadgeProps) {
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
