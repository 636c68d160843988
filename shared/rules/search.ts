import { limits } from '#shared/limits.ts';
import { text } from './text.ts';

/** What one may search for; the same in the URL, the box and the API. */
export const searchTerm = text({
  invalid: 'SEARCH_INVALID',
  tooLong: 'SEARCH_TOO_LONG',
  max: limits.searchMax,
});
