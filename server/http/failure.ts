import { databaseFault } from '#server/database/fault.ts';
import { languageOfRequest, type Translate } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { HeaderReader } from './headers.ts';

export function createFailureResponse({ translate, log }: { translate: Translate; log: Log }) {
  return function failureResponse(error: unknown, headers: HeaderReader): Response {
    if (databaseFault(error)) {
      const code = 'SERVICE_UNAVAILABLE';
      const message = translate(languageOfRequest(headers))(`errors:${code}`);
      return Response.json({ code, message }, { status: 503, headers: { 'retry-after': '1' } });
    }
    log.error({ requestId: currentRequest()?.requestId, err: error }, 'request.failed');
    return Response.json({ code: 'INTERNAL_ERROR' }, { status: 500 });
  };
}

export type FailureResponse = ReturnType<typeof createFailureResponse>;
