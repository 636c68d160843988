/** Renders docs/guides/limits.md from the code that enforces the limits. */
import {
  documentLimits,
  idempotency,
  maxCostPerEvent,
  pointBudget,
  prices,
  requestBounds,
} from '#server/graphql/limits.ts';
import { admissionLimits, pageLimits } from '#server/http/admission-limits.ts';
import { bodyBytes } from '#server/http/body.ts';
import { connectionLimits } from '#server/http/connections.ts';
import { listLimits } from '#server/http/header-limits.ts';
import { unreadLimits } from '#server/http/unread-responses.ts';
import { maxCost } from '#server/settings/points.ts';
import { readSettings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';
import { organizationLimits } from '#shared/organization-limits.ts';

type Row = readonly [what: string, figure: number | string];
type Labels<Figures> = { [Name in keyof Figures]: string };

const show = (figure: number | string) =>
  typeof figure === 'number' ? figure.toLocaleString('en') : figure;

function table(heads: Row, rows: readonly Row[]): string {
  const lines = rows.map(([what, figure]) => `| ${what} | ${show(figure)} |`);
  return [`| ${heads[0]} | ${heads[1]} |`, '|---|---|', ...lines].join('\n');
}

/** Rows of an object of figures. A figure without a label is a type error. */
function rowsOf<Figures extends Record<string, number>>(
  figures: Figures,
  labels: Labels<Figures>,
): Row[] {
  return Object.entries(labels).map(([name, label]) => [label, figures[name] as number]);
}

const httpRows: Row[] = [
  [
    'unanswered requests of a connection (pipelining), which is closed at one more',
    connectionLimits.unanswered,
  ],
  [
    'bytes of `Accept`, `Accept-Encoding`, `Accept-Language` and `Access-Control-Request-Headers`; a longer one is refused with 431',
    listLimits.length,
  ],
  ['entries of each of them', listLimits.entries],
  [
    'bytes of unread responses of an address, whose oldest connections are closed at more',
    unreadLimits.perNetwork,
  ],
  ['milliseconds in which a client must receive something', unreadLimits.stalled],
  ['bytes a second that it must receive on average', unreadLimits.bytesPerSecond],
];

const documentRows = rowsOf(documentLimits, {
  tokens: 'tokens',
  fields: 'selected fields, fragments counted where they are spread',
  depth: 'levels of fields',
  variableDepth: 'levels of objects and lists in variables',
  introspections: '`__schema` and `__type`',
  sameName: 'fields of one name in one place',
  mutations: 'mutations',
  errors: 'validation errors that are reported',
  cached: 'parsed documents that a process keeps',
});

const priceRows = rowsOf(prices, {
  charactersPerPoint: 'characters of text for one point',
  defaultCharacters: 'length of a text whose longest value is not known',
  defaultEntries: 'length of a list whose length is not known',
  statement: 'one SQL statement, which most objects and lists take',
  batched: 'statements of an object that is loaded with others of its kind',
  search: 'a page of a list that is filtered or searched',
  filteredCount: 'the count of such a list',
  mutation: 'one mutation',
  introspection: 'introspection of the whole schema, whatever its size; of parts of it, less',
  notExecuted: 'a document that is not executed: it is invalid, or a dry run',
});

const inputRows = rowsOf(limits, {
  codeLength: 'characters of a verification code',
  codeResendSeconds: 'seconds before another code can be requested',
  codeAttempts: 'incorrect attempts for a code',
  emailMax: 'characters of an email address',
  nameMax: 'characters of a name',
  repositoryNameMax: 'characters of the name of a repository',
  restorableHours: 'hours for which a deleted repository can be restored',
  linkMin: 'characters of a link, at least',
  linkMax: 'characters of a link, at most',
  descriptionMax: 'characters of a description',
  searchMax: 'characters of a search term',
  banReasonMax: 'characters of the reason of a ban',
  pageSize: 'entries of a page, unless `first` or `last` says otherwise',
  pageSizeMax: 'entries of a page, at most',
  countMax: 'entries up to which `totalCountUpTo` counts in our own pages',
  sessionsPageSize: 'sessions of a page, unless `first` or `last` says otherwise',
  pictureBytesMax: 'bytes of a profile picture',
  pictureSideMax: 'pixels of its longer side',
  accessTokenNameMax: 'characters of the name of an access token',
  accessTokensPerUser: 'active access tokens of a user',
  accessTokensPerDay: 'access tokens created for a user within 24 hours',
  invitationsPerDay: 'repeated invitations of a user within 24 hours',
  invitationSeconds: 'seconds between two of them',
  accessTokenOverlapMax: 'hours that a rotated secret stays valid, at most',
  slugMin: 'characters of the slug of an organization, at least',
  slugMax: 'characters of the slug of an organization, at most',
  teamsPerOrganization: 'teams of an organization',
  invitationsPerOrganization: 'pending invitations of an organization',
  invitationsAtOnce: 'email addresses of one `inviteMembers`',
  invitationHours: 'hours until an invitation expires',
  nodesMax: 'IDs of one `nodes`, and of one mutation of many records',
});

const organizationRows = rowsOf(organizationLimits, {
  organizationsPerOwner: 'organizations that a user owns',
  organizationsPerUser: 'organizations that a user belongs to',
  membersPerOrganization: 'members of an organization',
  serviceAccountsPerOrganization: 'of these, service accounts',
  repositoriesPerOrganization:
    'repositories of an organization, including deleted ones that can still be restored',
});

export function renderLimitsPage(): string {
  const { pointsPerMinute, mutationsPerMinute } = readSettings({});
  const limit = ['limit', 'figure'] as const;
  return `<!-- Generated by npm run generate from the code that enforces these limits. Do not edit. -->

# Limits of the API

## Points

A document costs points, which are worked out before it is executed: one for a short value in the response, more
for long texts, SQL statements, searches and counts. Lists count with the entries that were requested. What was
not found is given back afterwards.

Each person has a budget of ${show(pointsPerMinute)} points (\`POINTS_PER_MINUTE\`), refilled evenly within ${pointBudget.windowSeconds} seconds. Their
sessions, their access tokens and the tokens that they created for service accounts share it. Anonymous requests are
paid from the budgets of their networks: one for an IPv4 address or an IPv6 /64, two for a /56, four for a /24 or
/48. A document that is invalid, or a dry run, has its own price. Each process keeps its own budgets, so the whole
installation allows up to this × \`WEB_CONCURRENCY\` × the number of instances.

- **Ask before**: \`{ rateLimit(dryRun: true) { cost remaining } … }\` answers what the document would cost and
  executes nothing else, for the price of a dry run.
- **See it in every response**: \`extensions.cost\` has \`requested\`, \`actual\`, \`limit\` and \`remaining\`, and the
  headers \`RateLimit-Policy: "points";q=LIMIT;w=SECONDS\` and \`RateLimit: "points";r=REMAINING;t=SECONDS\`
  (draft-ietf-httpapi-ratelimit-headers) say the same; \`t\` is when the budget is full again. Requests with an
  access token always get them, all others with the header \`X-Include-Cost: true\`.
- **Mutations** are limited by their number, too: \`RateLimit-Policy\` names the policy \`"mutations"\` in every such
  response, and after a mutation \`RateLimit\` and \`extensions.cost.mutations\` say how many are left.
  \`{ rateLimit { mutations { remaining resetAt } } }\` says it at any time. A mutation that is sent again with its
  \`Idempotency-Key\` counts again, as does one whose input is refused.
- **Too little left**: HTTP 429 with \`RATE_LIMITED\`, \`Retry-After\` in seconds, \`extensions.retryAfter\` and
  \`extensions.cost\`. Nothing was executed.
- **Too much at once**: \`QUERY_TOO_COMPLEX\` with \`extensions.cost\` and \`extensions.maxCost\`. Ask for smaller pages,
  fewer counts or nested lists.

${table(limit, [
  ['points of a budget, and per minute (`POINTS_PER_MINUTE`)', pointsPerMinute],
  ['points of a document', maxCost],
  ['points of an event of a subscription', maxCostPerEvent],
  [
    'mutations per person and minute, of all processes of an instance (`MUTATIONS_PER_MINUTE`)',
    mutationsPerMinute,
  ],
  ['budgets that a process keeps', pointBudget.principals],
])}

What things cost:

${table(['part of a document', 'points, or as it says'], priceRows)}

## Documents and requests

${table(limit, [...documentRows, ['bytes of a request body', bodyBytes]])}

Should a document be priced too low, these end its request:

${table(
  limit,
  rowsOf(requestBounds, {
    statements: 'SQL statements',
    milliseconds: 'milliseconds',
    answerBytes: 'bytes of the response',
  }),
)}

Every 429 has \`Retry-After\` in seconds, and \`RateLimit-Policy\` and \`RateLimit\` with the limit that refused it:

| policy | what is limited |
|---|---|
| \`points\`, \`mutations\` | the documents of a person or network, as above |
| \`idempotency-keys\` | mutations with an \`Idempotency-Key\` |
| \`user-invitations\` | \`resendUserInvitation\` for one user |
| \`event-streams\` | open event streams of an address |
| \`wrong-tokens\` | access tokens from a network that are wrong |
| \`exports\`, \`open-exports\` | exports that a person starts, and has open |
| \`code-requests\`, \`code-entries\` | verification codes that are requested and entered, and sign-ins. The figure applies to a network; the limits of an address are stricter |
| \`auth\` | other requests under \`/api/auth\` |

Under load, requests wait for at most ${show(admissionLimits.longestWait)} ms and are then refused with 503 and \`Retry-After\`; pages
and files wait for at most ${show(pageLimits.longestWait)} ms. An address has at most ${show(admissionLimits.streamsPerNetwork)} event streams; more are
refused with 429. \`graphiql.js\` and \`graphiql.css\` are served with \`gzip\` or \`br\` only. Ranges are not served.

${table(limit, httpRows)}

## Idempotency-Key

A mutation with the header \`Idempotency-Key\` is executed once. Sent again with the same key, it has the same status,
\`data\` and \`errors\` as before and the header \`Idempotency-Replayed: true\`; a secret is null then. A key belongs to a user.
With another document, other variables (in whatever order of their keys) or another access token it is refused with 422
and \`IDEMPOTENCY_KEY_REUSED\`; while the first request is executed, with 409, \`Retry-After\` and \`IDEMPOTENCY_KEY_IN_USE\`.

Errors in a payload are a response like any other, which is repeated. A request that was refused before its mutation ran
(invalid document or variables, a missing permission, a limit), or that failed without having changed anything, does not
use up its key: sent again, it is executed. If something was changed but the response was lost, was too long or found no
room, or if you have lost a permission, a role in an organization or a fresh session since, the answer is 422 and
\`IDEMPOTENCY_RESPONSE_NOT_KEPT\`: nothing is executed again; read what was changed.

${table(
  limit,
  rowsOf(idempotency, {
    keyMax: 'characters of a key, printable ASCII, at least 1',
    hours: 'hours that a response is kept',
    keysPerDay: 'keys per user and day',
    answerCharacters: 'characters of a response that is kept; a longer one is not repeated',
    claimSeconds: 'seconds after which a request that has changed nothing is given up',
    userCharacters: 'characters of all responses of a user, compressed and encrypted',
  }),
)}

## Input and lists

${table(limit, [...inputRows, ...organizationRows])}
`;
}
