let transitions = 0;

/** True while this browser changes or ends its session itself. Ignore reports that the old session has ended. */
export function inSessionTransition(): boolean {
  return transitions > 0;
}

export async function runSessionTransition(work: () => Promise<unknown>): Promise<void> {
  transitions += 1;
  try {
    await work();
  } finally {
    transitions -= 1;
  }
}
