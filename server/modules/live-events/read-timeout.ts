/** Closes the connection if an event stays unread this long. */
export const maxUnreadMs = 10_000;
/** Same for the last event, when the server ends the stream. Clients that understand it disconnect before. */
export const goodbyeMs = 1_000;

/** Calls `disconnect` unless the client reads in time. */
export function createReadTimeout(disconnect: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    isRunning: () => timer !== undefined,

    start(milliseconds: number): void {
      clearTimeout(timer);
      timer = setTimeout(disconnect, milliseconds);
    },

    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
