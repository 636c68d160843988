/** A network that sent too many wrong access tokens is rejected without a query, except for tokens that were valid when last read. */
import type { Limits } from '#server/auth/limits/limit.ts';
import { clientNetworks } from '#server/network/client-address.ts';

const maxRight = 10_000;

export function createWrongTokens(limits: Limits) {
  const right = new Set<string>();

  return {
    /** Seconds during which a token with the HMAC `hash` isn't looked up, or 0. */
    async waitOf(client: string, hash: string): Promise<number> {
      if (right.has(hash)) return 0;
      return (await limits.read('wrongTokens', clientNetworks(client))).retryAfter ?? 0;
    },

    countWrong(client: string, hash: string): void {
      right.delete(hash);
      limits.charge('wrongTokens', clientNetworks(client));
    },

    noteRight(hash: string): void {
      if (right.has(hash)) return;
      const [oldest] = right.size >= maxRight ? right : [];
      if (oldest !== undefined) right.delete(oldest);
      right.add(hash);
    },
  };
}
