/** Longest wait for the door in milliseconds; its motion takes 450 ms, and pauses in a hidden tab. */
const longest = 600;

/** Opens the door of the hall beside the form: 0 is closed, 1 wide open; undefined leaves it ajar. */
export function openHall(share?: number): void {
  const { style } = document.documentElement;
  if (share === undefined) style.removeProperty('--opening');
  else style.setProperty('--opening', String(share));
}

/** Opens the door and waits until it stands open: not at all where there is no hall or no motion. */
export async function openHallWide(): Promise<void> {
  openHall(1);
  const motions = document.querySelector('.hall-leaf')?.getAnimations() ?? [];
  await Promise.race([
    Promise.allSettled(motions.map(({ finished }) => finished)),
    new Promise((resolve) => setTimeout(resolve, longest)),
  ]);
}
