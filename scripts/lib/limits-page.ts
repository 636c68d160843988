/** Renders docs/guides/limits.md from the code that enforces the limits. */
import { maxKeys } from '#server/auth/limits/limit.ts';
import {
  documentLimits,
  maxCostPerEvent,
  prices,
  requestBounds,
} from '#server/graphql/limits/limits.ts';
import { admissionLimits, pageLimits } from '#server/http/admission.ts';
import { listLimits } from '#server/http/checks.ts';
import { connectionLimits, unreadLimits } from '#server/http/connections.ts';
import { bodyBytes } from '#server/http/exchange.ts';
import { maxCost } from '#server/settings/sign-in.ts';
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

const policyRows: Row[] = [
  ['`points`, `mutations`', 'the documents of a person or network, as above'],
  ['`user-invitations`', 'repeated invitations of one user'],
  ['`streams`', 'open streams of a network, exports included'],
  ['`wrong-tokens`', 'invalid access tokens from a network'],
  ['`exports`, `open-exports`', 'exports started by a person, and open at the same time'],
  [
    '`code-requests`, `code-entries`',
    'requests and entries of verification codes, and sign-ins. The figure applies to a network; limits per address are stricter',
  ],
  ['`recovery-codes`', 'recovery codes entered for a user'],
  ['`auth`', 'other requests under `/api/auth`'],
];

const httpRows: Row[] = [
  [
    'unanswered requests of a connection (pipelining); one more closes it',
    connectionLimits.unanswered,
  ],
  [
    'bytes of `Accept`, `Accept-Encoding`, `Accept-Language` and `Access-Control-Request-Headers`; longer ones are rejected with 431',
    listLimits.length,
  ],
  ['entries in each of these headers', listLimits.entries],
  [
    'bytes of unread responses of a network; beyond that, its oldest connections are closed',
    unreadLimits.perNetwork,
  ],
  ['milliseconds within which a client must read something', unreadLimits.stalled],
  ['bytes per second that it must read on average', unreadLimits.bytesPerSecond],
];

const documentRows = rowsOf(documentLimits, {
  tokens: 'tokens',
  fields: 'selected fields; fragments count each time they are spread',
  depth: 'levels of fields',
  variableDepth: 'levels of objects and lists in variables',
  introspections: '`__schema` and `__type`',
  sameName: 'fields with the same name in one selection',
  mutations: 'mutations',
  errors: 'reported validation errors',
  cached: 'parsed documents cached by a process',
});

const priceRows = rowsOf(prices, {
  charactersPerPoint: 'characters of text for one point',
  defaultCharacters: 'assumed length of a text without a known maximum',
  defaultEntries: 'assumed length of a list without a known length',
  statement: 'one SQL statement; most objects and lists take one',
  batched: 'statements of an object that is loaded in a batch',
  search: 'a page of a filtered or searched list, with its counts',
  mutation: 'one mutation',
  introspection: 'introspection of the whole schema; parts of it cost less',
  notExecuted: 'an invalid document',
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
  pageSize: 'entries of a page by default',
  pageSizeMax: 'entries of a page, at most',
  countMax: '`limit` of `totalCountUpTo`: default and maximum',
  sessionsPageSize: 'sessions of a page by default',
  pictureBytesMax: 'bytes of a profile picture',
  pictureSideMax: 'pixels of the longer side of a profile picture',
  sessionNameMax: 'characters of the name of a session',
  secureAccountDays: 'days that “This wasn’t me” in an email works',
  emailChangesPerDay: 'changes of a user’s own email in 24 hours',
  passkeysPerUser: 'passkeys of a user',
  passkeyNameMax: 'characters of the name of a passkey',
  recoveryCodes: 'recovery codes of a user',
  recoveryCodeMax: 'characters of an entered recovery code',
  accessTokenNameMax: 'characters of the name of an access token',
  accessTokensPerUser: 'active access tokens of a user',
  accessTokensPerDay: 'access tokens created for a user within 24 hours',
  invitationsPerDay: 'repeated invitations of a user within 24 hours',
  repeatSeconds: 'seconds in which rotating a token or sending an invitation again does nothing',
  accessTokenOverlapMax: 'hours that a rotated secret can stay valid',
  accessTokenDaysMax: 'days until an access token of a user expires, at most',
  slugMin: 'characters of the slug of an organization, at least',
  slugMax: 'characters of the slug of an organization, at most',
  teamsPerOrganization: 'teams of an organization',
  invitationsPerOrganization: 'pending invitations of an organization',
  invitationsAtOnce: 'email addresses of one `inviteMembers`',
  invitationHours: 'hours until an invitation expires',
  nodesMax: 'IDs in one `nodes` query or bulk mutation',
});

const organizationRows = rowsOf(organizationLimits, {
  organizationsPerOwner: 'organizations that a user can own',
  organizationsPerUser: 'organizations that a user can belong to',
  membersPerOrganization: 'members of an organization',
  serviceAccountsPerOrganization: 'service accounts of an organization',
  repositoriesPerOrganization:
    'repositories of an organization, including deleted ones that can still be restored',
});

export function renderLimitsPage(): string {
  const { pointsPerMinute, mutationsPerMinute } = readSettings({});
  const limit = ['limit', 'figure'] as const;
  return `<!-- Generated by npm run generate from the code that enforces these limits. Do not edit. -->

# Limits of the API

## Points

A document costs points, which are calculated before it is executed: one for a short value in the response, more for
long texts, SQL statements, searches and counts. Lists count by the requested entries: ask for as many as you show.

Each person has a budget of ${show(pointsPerMinute)} points (\`POINTS_PER_MINUTE\`), full again a minute after its first use. All their
sessions share it. So do access tokens, and the tokens they created for service accounts. Anonymous requests use the
budgets of their networks: one for an IPv4 address or an IPv6 /64, two for a /56, four for a /24 or /48. Each process
keeps its own budgets.

- **Cost in every response**: \`extensions.cost\` has \`requested\`, \`limit\` and \`remaining\`, as do the headers
  \`RateLimit-Policy: "points";q=LIMIT;w=SECONDS\` and \`RateLimit: "points";r=REMAINING;t=SECONDS\`
  (draft-ietf-httpapi-ratelimit-headers), where \`t\` is the time until the budget is full. They are sent to requests with
  the header \`X-Include-Cost: true\`. Requests with an access token always get them.
- **Mutations** are also limited by number, by the policy \`"mutations"\`. After a mutation, \`RateLimit\` and
  \`extensions.cost.mutations\` report how many remain, \`{ rateLimit { mutations { remaining resetAt } } }\` at any time. A
  mutation with rejected input counts, too.
- **Budget exceeded**: HTTP 429 with \`RATE_LIMITED\`, \`Retry-After\` in seconds, \`extensions.retryAfter\` and
  \`extensions.cost\`. Nothing was executed.
- **Document too expensive**: \`QUERY_TOO_COMPLEX\` with \`extensions.cost\` and \`extensions.maxCost\`.

${table(limit, [
  ['points of a budget, and per minute (`POINTS_PER_MINUTE`)', pointsPerMinute],
  ['points of a document', maxCost],
  ['points of a subscription event', maxCostPerEvent],
  [
    'mutations per person and minute, across all processes of an instance (`MUTATIONS_PER_MINUTE`)',
    mutationsPerMinute,
  ],
  ['people and networks whose use a process remembers, for each limit', maxKeys],
])}

Prices:

${table(['part of a document', 'points, unless stated otherwise'], priceRows)}

## Documents and requests

${table(limit, [...documentRows, ['bytes of a request body', bodyBytes]])}

If a document was priced too low, these limits abort its request:

${table(
  limit,
  rowsOf(requestBounds, {
    statements: 'SQL statements',
    milliseconds: 'milliseconds',
    answerBytes: 'bytes of the response',
  }),
)}

Every 429 has \`Retry-After\` in seconds, and \`RateLimit-Policy\` and \`RateLimit\` with the exceeded limit:

${table(['policy', 'limits'], policyRows)}

Under load, requests wait for at most ${show(admissionLimits.longestWait)} ms (pages and files ${show(pageLimits.longestWait)} ms) and are then rejected
with 503 and \`Retry-After\`. A network (an IPv4 address or an IPv6 /64) has at most ${show(admissionLimits.streamsPerNetwork)} open streams, exports
included. The largest files are served with \`gzip\` or \`br\` only. Ranges are not served.

${table(limit, httpRows)}

## Input and lists

${table(limit, [...inputRows, ...organizationRows])}
`;
}
