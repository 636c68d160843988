/** Where the texts lie that the way in does not need; a chunk of its own, so that it stays light. */
const moreAddresses = import.meta.glob<string>(
  ['../../shared/locales/*/*.json', '!../../shared/locales/*/{auth,common,errors,mail}.json'],
  { query: '?url', import: 'default', eager: true },
);

export default moreAddresses;
