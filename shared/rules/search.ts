import { limits } from '#shared/limits.ts';
import { text } from './text.ts';

/** A search term, for the URL, the search box and the API. */
export const searchTerm = text({
  invalid: 'SEARCH_INVALID',
  tooLong: 'SEARCH_TOO_LONG',
  max: limits.searchMax,
});
