import { languageOfRequest, translate } from '#server/i18n.ts';

/** An error outside of GraphQL: `{ code, message }`, with the message in the language of the request. */
export function errorResponse(
  request: Headers,
  status: number,
  code: string,
  more: Record<string, string> = {},
): Response {
  const t = translate(languageOfRequest(request));
  const message = t(`errors:${code}`, { defaultValue: '' }) || t('errors:UNKNOWN_ERROR');
  const headers = { ...(status === 503 && { 'retry-after': '1' }), ...more };
  return Response.json({ code, message }, { status, headers });
}
