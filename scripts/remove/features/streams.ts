import type { Feature } from '#scripts/remove/feature.ts';

export const streams: Feature = {
  name: 'streams',
  purpose: 'responses that are written piece by piece',
  users: ['exports-and-import', 'live-events', 'monitoring'],
  files: [],
  names:
    /^(asStream|streamOf|[sS]treamWriters?|streamPolicy|openStreams?|openStreamsOf|streamsPerNetwork|process\.openStreams)$|^Too many open streams/,
  absent: /^(refuseStream|streamWriter)$/,
  prose: /\bopen streams?\b|streamsPerNetwork|openStream|open_streams|\bas a stream\b/,
};
