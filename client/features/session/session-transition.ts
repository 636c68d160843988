let transitions = 0;

/**
 * Whether this browser is changing or ending its session itself. Reports that the old session has
 * ended must then be ignored.
 */
export function inSessionTransition(): boolean {
  return transitions > 0;
}

/** Runs `work`, which changes or ends the session, as a transition. */
export async function runSessionTransition(work: () => Promise<void>): Promise<void> {
  transitions += 1;
  try {
    await work();
  } finally {
    transitions -= 1;
  }
}
