import type { ServerResponse } from 'node:http';
import { currentRequest } from '#server/log/request-context.ts';
import type { Admission } from './admission.ts';
import type { Client } from './fair-queue.ts';

/** Returns a function that runs requests in slots. Without `admission`, every request runs at once. */
export function createInSlot(admission: Admission | undefined) {
  /** The result of `work`, or `busy` if no slot was free in time or the client has left meanwhile. */
  return async function inSlot<T>(
    client: Client,
    outgoing: ServerResponse | undefined,
    work: () => Promise<T>,
  ): Promise<T | 'busy'> {
    const slot = await admission?.acquire(client);
    if (admission && !slot) return 'busy';
    const request = currentRequest();
    if (request) request.slot = slot;
    try {
      if (outgoing?.req.socket.destroyed) return 'busy';
      return await work();
    } finally {
      slot?.release();
    }
  };
}

export type InSlot = ReturnType<typeof createInSlot>;
