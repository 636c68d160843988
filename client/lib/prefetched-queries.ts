/** Answers to requests sent before the scripts had loaded: client/document/first-requests.js. */

type FirstRequest = { documentId: string; operationName: string; variables?: object };

declare global {
  var prefetched:
    | { request: FirstRequest; answer: Promise<Response>; sentAt: number }[]
    | undefined;
}

/** From then on, a list may lack changes whose events were missed. */
const staleAfterMs = 5_000;

let withoutLiveEventsSince = Number.POSITIVE_INFINITY;

/** Takes the answer to a matching request. Each answer is handed out once. */
export function takePrefetched(
  isMeant: (request: FirstRequest) => boolean,
): Promise<Response> | undefined {
  const index = globalThis.prefetched?.findIndex(({ request }) => isMeant(request)) ?? -1;
  const taken = index < 0 ? undefined : globalThis.prefetched?.splice(index, 1)[0];
  if (taken) withoutLiveEventsSince = taken.sentAt;
  return taken?.answer;
}

/** True once if the answers in use were requested long ago, over a slow connection. */
export function mayMissLiveEvents(): boolean {
  const isStale = performance.now() - withoutLiveEventsSince > staleAfterMs;
  withoutLiveEventsSince = Number.POSITIVE_INFINITY;
  return isStale;
}

export function forgetPrefetched() {
  globalThis.prefetched = undefined;
}
