/** URLs of the texts that /login does not need, in a chunk that it does not load. */
const moreAddresses = import.meta.glob<string>(
  ['../../shared/locales/*/*.json', '!../../shared/locales/*/{auth,common,errors,mail}.json'],
  { query: '?url', import: 'default', eager: true },
);

export default moreAddresses;
