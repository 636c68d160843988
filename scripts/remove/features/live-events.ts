import type { Feature } from '#scripts/remove/feature.ts';

export const liveEvents: Feature = {
  name: 'live-events',
  purpose: 'changes by others as they happen: subscriptions of the API, and pages that follow them',
  files: [
    '{client,scripts,server,shared,tests,lab}/**/*live-{event,stream}*{,/**}',
    'docs/decisions/012-*',
    'server/database/changes.ts',
  ],
  // With the names that GraphQL and its clients give to subscriptions.
  names:
    /[lL]ive-?([cC]onnect|[eE]vent|[lL]ist|[sS]tream)|SessionWatch|[eE]ventStream|^unread event streams$|PerEvent|canReceiveChange|changeListener|createChanges|^stopChanges$|^listenUrl$|notifyChanges|notify_(\w+_)?changes|notify_token_\w+|^notifiedBy$|^LISTEN changes$|graphql-sse|^text\/event-stream$|[sS]ubscription(Exchange|Fields|Type)|^subscription$|^Subscription\.|\bsubscription \{ events|^(authorizeOnSubscribe|onSubscribe)$/,
  absent: /^(isAsyncIterable|liveList|opensStream)$/,
  unchanged: /^(withOwnRecords|holdLiveEvents)$/,
  prose:
    /live.?events?|notify_changes|event.?streams?|Server-Sent|\bsubscription(Type)?\b|graphql-sse/i,
  leftover:
    /[lL]ive[- ]?[eE]vent|[eE]vent[- ]?[sS]tream(?!,)|Server-Sent|graphql-sse|\bSignedOut\b/,
};
