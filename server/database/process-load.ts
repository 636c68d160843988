/** Load of a process in the last seconds, as its heartbeat records it. */
export type ProcessLoad = {
  /** How busy the event loop was, 0 to 1. */
  busyRatio: number;
  memoryBytes: number;
  inFlight: number;
  /** Requests that may run at a time. */
  limit: number;
  queued: number;
  streams: number;
  connections: number;
  busyConnections: number;
};
