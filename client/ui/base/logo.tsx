export function Logo({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path className="fill-accent" d="M3 30V16a13 13 0 0 1 26 0v14z" />
      <path className="fill-glow" d="M10 30V16a6 6 0 0 1 12 0v14z" />
    </svg>
  );
}
