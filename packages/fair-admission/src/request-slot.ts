export type RequestSlot = {
  release(): void;
  /**
   * Frees the slot while `work` waits for another server, then acquires a new one.
   *
   * @throws {AdmissionTimeout} if none is free in time; otherwise the error of `work`
   */
  releaseDuring<T>(work: () => Promise<T>): Promise<T>;
};

/** No slot was free in time after a call to another server. */
export class AdmissionTimeout extends Error {}

/**
 * @param free frees the current slot
 * @param acquire waits for a slot and returns a function that frees it, or undefined if none is free
 *   in time
 */
export function createRequestSlot(
  free: () => void,
  acquire: () => Promise<(() => void) | undefined>,
): RequestSlot {
  let freeCurrent = free;
  let isReleased = false;
  let isOutside = false;
  return {
    release() {
      isReleased = true;
      freeCurrent();
    },
    async releaseDuring(work) {
      if (isReleased || isOutside) return work();
      isOutside = true;
      freeCurrent();
      const [outcome] = await Promise.allSettled([work()]);
      const freeNext = await acquire();
      isOutside = false;
      freeCurrent = freeNext ?? freeCurrent;
      // The request may have ended during `work`.
      if (isReleased) freeCurrent();
      if (outcome.status === 'rejected') throw outcome.reason;
      if (!freeNext) throw new AdmissionTimeout();
      return outcome.value;
    },
  };
}
