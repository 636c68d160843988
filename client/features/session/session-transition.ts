let moves = 0;

/**
 * Whether this browser is just changing or ending its session on purpose. Then the server's word that
 * the old one is over is no news, and nobody may ask who is here: the answer would be “nobody”.
 */
export function inSessionTransition(): boolean {
  return moves > 0;
}

/** Does what ends the session of this browser, and what must follow before anybody asks. */
export async function runSessionTransition(work: () => Promise<void>): Promise<void> {
  moves += 1;
  try {
    await work();
  } finally {
    moves -= 1;
  }
}
