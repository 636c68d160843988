import { type LoggedRequest, requestChannel } from '#server/http/request-log.ts';

export type RecentRequest = LoggedRequest & { at: Date };

const capacity = 50;

/** Assets, health checks, and /dev itself, which polls every two seconds. */
const ignored = /^\/(dev|assets|readyz|healthz)(\/|$)|\.\w+$/;

export function createRecentRequests() {
  const requests: RecentRequest[] = [];
  requestChannel.subscribe((message) => {
    const request = message as LoggedRequest;
    if (ignored.test(request.path)) return;
    requests.unshift({ ...request, at: new Date() });
    if (requests.length > capacity) requests.pop();
  });
  return {
    list: (): readonly RecentRequest[] => requests,
  };
}
