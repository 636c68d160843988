/** The animation takes 450 ms, and pauses in a hidden tab. */
const maxWaitMs = 600;

/** Sets how far the illustrated door is open, from 0 to 1. `undefined` leaves it ajar. */
export function openHall(share?: number): void {
  const { style } = document.documentElement;
  if (share === undefined) style.removeProperty('--opening');
  else style.setProperty('--opening', String(share));
}

/** Opens the illustrated door. Resolves immediately without the illustration or with reduced motion. */
export async function openHallWide(): Promise<void> {
  openHall(1);
  const motions = document.querySelector('.hall-leaf')?.getAnimations() ?? [];
  await Promise.race([
    Promise.allSettled(motions.map(({ finished }) => finished)),
    new Promise((resolve) => setTimeout(resolve, maxWaitMs)),
  ]);
}
