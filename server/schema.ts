/** The GraphQL schema: what the modules add to the builder. */
import { GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import './graphql/date-time.ts';
import './graphql/node.ts';
import './graphql/scalars.ts';
import './generated/modules.ts';
import { builder } from './graphql/builder.ts';
import { documentLimits, idempotency, maxCost } from './graphql/limits.ts';

const figure = (value: number) => value.toLocaleString('en');

const description = `
Authentication: sign in with \`POST /api/auth/email-otp/send-verification-otp\` and \`POST /api/auth/sign-in/email-otp\`; requests carry the session cookie. POST requests send JSON with the content type \`application/json\`.

Lists are Relay connections, paged by \`first\`/\`after\` or \`last\`/\`before\`.

Errors: input that you can correct is reported in a payload’s \`errors\` (\`UserError\`). Everything else is a top-level error with \`extensions.code\` and \`extensions.requestId\`:
- UNAUTHENTICATED: the field requires signing in.
- FORBIDDEN: you lack the permission that the field names.
- NOT_FOUND: nothing with this ID exists, or you may not see it.
- BAD_REQUEST: the document, a variable or an argument is invalid; the message says which.
- DEMO_MODE: this installation is a read-only demo.
- IDEMPOTENCY_KEY_IN_USE (HTTP 409 with \`Retry-After\`): a request with this \`Idempotency-Key\` is being executed, or its response was not kept.
- IDEMPOTENCY_KEY_REUSED (HTTP 422): this \`Idempotency-Key\` was used for another request.
- PERSISTED_DOCUMENT_NOT_FOUND: no document has this \`documentId\`; send its text.
- TRUSTED_DOCUMENT_REQUIRED: with a session, this installation executes the documents of its own pages only; use an access token.
- RATE_LIMITED (HTTP 429): too many requests, or more points than \`rateLimit\` says are left; wait as long as \`Retry-After\` says.
- QUERY_TOO_COMPLEX: the document exceeds ${documentLimits.depth} levels, ${documentLimits.fields} fields, ${documentLimits.mutations} mutations or ${figure(maxCost)} points; ask for smaller pages or fewer fields.
- SERVICE_UNAVAILABLE (HTTP 503 with \`Retry-After\`): try again; queries are safe to repeat.
- INTERNAL_ERROR: report it with \`extensions.requestId\`.

A mutation with the header \`Idempotency-Key\` is executed once: sent again within ${idempotency.hours} hours, it is answered as before.

Fields, types, enum values and codes may be added at any time: ignore what you do not know.
`.trim();

export const schema = new GraphQLSchema({ ...builder.toSchema().toConfig(), description });

/** The schema as text: committed as schema.graphql, and served by the API. */
export function printContract(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
