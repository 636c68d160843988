import type { CDPSession } from '@playwright/test';

export type LoadedRequest = {
  url: string;
  type: string;
  /** Seconds on the browser's clock. The end is infinite while the request is open. */
  start: number;
  end: number;
  bytes: number;
};

export function recordRequests(session: CDPSession): LoadedRequest[] {
  const requests: LoadedRequest[] = [];
  const open = new Map<string, LoadedRequest>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type = '', timestamp }) => {
    if (!request.url.startsWith('http')) return;
    const started: LoadedRequest = {
      url: request.url,
      type,
      start: timestamp,
      end: Number.POSITIVE_INFINITY,
      bytes: 0,
    };
    open.set(requestId, started);
    requests.push(started);
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const ended = open.get(requestId);
    if (ended) Object.assign(ended, { end: timestamp, bytes: encodedDataLength });
  });
  return requests;
}

/** Longest chain of requests that each started after the previous one had ended. */
export function waves(requests: readonly LoadedRequest[]): number {
  const known: { end: number; wave: number }[] = [];
  for (const { start, end } of requests.toSorted((a, b) => a.start - b.start)) {
    const before = known.filter((each) => each.end <= start).map(({ wave }) => wave);
    known.push({ end, wave: 1 + Math.max(0, ...before) });
  }
  return Math.max(0, ...known.map(({ wave }) => wave));
}
