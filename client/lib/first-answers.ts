/** Answers to what the page asked for before its scripts had loaded: client/first-requests.js. */

/** A request as the server names it. */
type FirstRequest = { documentId: string; operationName: string; variables?: object };

declare global {
  var firstAnswers:
    | { request: FirstRequest; answer: Promise<Response>; sentAt: number }[]
    | undefined;
}

/** Milliseconds after which a list may lack changes that nobody has told yet. */
const oldAfter = 5_000;

let usedSince = Number.POSITIVE_INFINITY;

/** Takes the answer to a request that the page has sent. Each is given once. */
export function takeFirstAnswer(
  isMeant: (request: FirstRequest) => boolean,
): Promise<Response> | undefined {
  const index = globalThis.firstAnswers?.findIndex(({ request }) => isMeant(request)) ?? -1;
  const taken = index < 0 ? undefined : globalThis.firstAnswers?.splice(index, 1)[0];
  if (taken) usedSince = taken.sentAt;
  return taken?.answer;
}

/** Whether what is on screen was asked for long ago, on a slow line. True once. */
export function areFirstAnswersOld(): boolean {
  const isOld = performance.now() - usedSince > oldAfter;
  usedSince = Number.POSITIVE_INFINITY;
  return isOld;
}

/** Forgets the answers that nobody has taken. */
export function forgetFirstAnswers() {
  globalThis.firstAnswers = undefined;
}
