import type { CombinedError } from 'urql';
import type { Failure } from '#client/i18n/error-text.ts';
import { codeOfStatus } from '#client/lib/request-error.ts';

/** What went wrong in a GraphQL request, by code. */
export function failureOf(error: CombinedError): Failure {
  const extensions = error.graphQLErrors[0]?.extensions;
  const response = error.response as Response | undefined;
  const code = typeof extensions?.code === 'string' ? extensions.code : undefined;
  const requestId = extensions?.requestId ?? response?.headers?.get('x-request-id');
  return {
    code: code ?? (response ? codeOfStatus(response.status) : 'NETWORK_ERROR'),
    requestId: typeof requestId === 'string' ? requestId : undefined,
    retryAfter: Number(response?.headers?.get('retry-after')) || undefined,
  };
}
