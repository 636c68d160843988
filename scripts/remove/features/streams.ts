import type { Feature } from '#scripts/remove/feature.ts';

/** Goes with the last of several features. */
export const streams: Feature = {
  name: 'streams',
  purpose: 'responses that are written piece by piece',
  files: [],
  names:
    /^(asStream|streamOf|[sS]treamWriters?|streamPolicy|openStreams?|openStreamsOf|streamsPerNetwork|process\.openStreams)$|^Too many open streams/,
  absent: /^(refuseStream|streamWriter)$/,
  prose: /\bopen streams?\b|streamsPerNetwork|openStream|open_streams|\bas a stream\b/,
};
