/** Milliseconds per day. */
export const days = 24 * 60 * 60 * 1_000;

/** Deterministic pseudorandom number from 0 to 1. */
export function random(index: number): number {
  const value = Math.sin(index * 12.9898 + 78.233) * 43_758.5453;
  return value - Math.floor(value);
}
