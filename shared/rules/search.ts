import { limits } from '#shared/limits.ts';
import { text } from './text.ts';

export const searchTerm = text({
  invalid: 'SEARCH_INVALID',
  tooLong: 'SEARCH_TOO_LONG',
  max: limits.searchMax,
});
