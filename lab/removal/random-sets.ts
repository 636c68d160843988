/** Sets of features that are the same for the same seed. */
import { createHash } from 'node:crypto';

/** Enough to meet combinations, few enough for a bounded run. */
const size = { min: 2, max: 5 };

/** Pseudorandom number from 0 to 1. */
function random(...seed: (number | string)[]): number {
  const digest = createHash('sha256').update(seed.join('/')).digest();
  return digest.readUInt32BE() / 2 ** 32;
}

/** Picks `count` sets of two to five `names` in an order that depends on `seed`. */
export function pickSets(names: readonly string[], count: number, seed: string): string[][] {
  return Array.from({ length: count }, (_, set) => {
    const length = size.min + Math.floor(random(seed, set) * (size.max - size.min + 1));
    return names
      .map((name) => ({ name, position: random(seed, set, name) }))
      .sort((a, b) => a.position - b.position)
      .slice(0, length)
      .map(({ name }) => name);
  });
}
