export type PoolState = { total: number; idle: number; waiting: number };

/** What a process that serves knows of its load. */
export type ProcessState = {
  admission(): { inFlight: number; limit: number; queued: number; streams: number };
  pools: Readonly<Record<string, () => PoolState>>;
};

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
