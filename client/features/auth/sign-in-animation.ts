/** The animation takes 450 ms, and pauses in a hidden tab. */
const maxWaitMs = 600;

/** Opens the illustrated door to `share`, from 0 to 1. `undefined` leaves it ajar. */
export function setSignInProgress(share?: number): void {
  const { style } = document.documentElement;
  if (share === undefined) style.removeProperty('--illustration-progress');
  else style.setProperty('--illustration-progress', String(share));
}

/** Opens the illustrated door. Resolves immediately without the illustration or with reduced motion. */
export async function finishSignInAnimation(): Promise<void> {
  setSignInProgress(1);
  const motions = document.querySelector('.illustration-leaf')?.getAnimations() ?? [];
  await Promise.race([
    Promise.allSettled(motions.map(({ finished }) => finished)),
    new Promise((resolve) => setTimeout(resolve, maxWaitMs)),
  ]);
}
