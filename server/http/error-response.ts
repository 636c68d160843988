import { languageOfRequest, type Translate } from '#server/i18n.ts';

/**
 * Returns a function that answers errors outside of GraphQL with `{ code, message }`. The message is in the language of the
 * request.
 */
export function createErrorResponse(translate: Translate) {
  return function errorResponse(
    request: Headers,
    status: number,
    code: string,
    more: Record<string, string> = {},
  ): Response {
    const t = translate(languageOfRequest(request));
    const message = t(`errors:${code}`, { defaultValue: '' }) || t('errors:UNKNOWN_ERROR');
    const headers = { ...(status === 503 && { 'retry-after': '1' }), ...more };
    return Response.json({ code, message }, { status, headers });
  };
}

export type ErrorResponse = ReturnType<typeof createErrorResponse>;
