import type { Feature } from '#scripts/remove/feature.ts';

export const auditLog: Feature = {
  name: 'audit-log',
  purpose: 'who did what to which account or record, for managers and on each account',
  files: [
    '{client,scripts,server,shared,tests,lab}/**/*audit*{,/**}',
    'prisma/*audit*',
    'docs/decisions/024-*',
  ],
  // Not npm's option, nor the audits of the GraphQL over HTTP specification.
  names:
    /(?<!no-|server)audit(?!s\b)|account_event|\bsignIns(PerDay)?\b|forget_addresses_in_[a-z]+_token_names/i,
  absent: /^startsGroup$/,
  // Also the term in Arabic and Swahili.
  prose: /(?<!no-|server)audit(?!s\b|=)|account_event|التدقيق|kumbukumbu ya ukaguzi/i,
};
