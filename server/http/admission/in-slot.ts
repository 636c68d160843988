import type { ServerResponse } from 'node:http';
import type { Admission } from '@atrium/fair-admission';
import type { Client } from '@atrium/fair-admission/fair-queue';
import { currentRequest } from '#server/log/request-context.ts';

export const busyMessage = 'The service is busy. Try again shortly.';

export function createInSlot(admission: Admission | undefined) {
  /** Returns the result of `work`, or `busy` if no slot was free in time or the client disconnected. */
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
