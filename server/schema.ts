import { GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import './graphql/building/node.ts';
import './graphql/types/scalars.ts';
import './generated/modules.ts';
import { apiErrors } from './graphql/api-errors.ts';
import { builder, plugins } from './graphql/builder.ts';

const errorList = Object.entries(apiErrors)
  .map(([code, { meaning, status }]) => {
    const other = status && /\d+$/.test(status) ? ` (HTTP ${status})` : '';
    return `- ${code}${other}: ${meaning}`;
  })
  .join('\n');

const description = `
Authentication: browsers send the session cookie, which \`POST /api/auth/sign-in/email-otp\` sets. Programs send an access token, as \`Authorization: Bearer atr_…\` or \`x-api-key: atr_…\`. People create one under Account → Access tokens. POST requests send JSON with the content type \`application/json\`.

Lists are Relay connections, paged by \`first\`/\`after\` or \`last\`/\`before\`.

Errors: input that you can correct is reported in a payload’s \`errors\` (\`UserError\`). Everything else is a top-level error with \`extensions.code\` and \`extensions.requestId\`:
${errorList}

Creations take an \`id\` that you choose: sent again, they return the record and change nothing.

Fields, types, enum values and codes may be added at any time: ignore what you do not know.
`.trim();

export const schemaOf = (acceleratedPlugins?: typeof plugins): GraphQLSchema => {
  builder.options.plugins = acceleratedPlugins ?? plugins;
  return new GraphQLSchema({ ...builder.toSchema().toConfig(), description });
};

/** The schema as text, committed as schema.graphql and served by the API. */
export function printContract(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
