import { createPricing } from '@atrium/query-cost';
import { limits } from '#shared/limits.ts';
import { prices } from './limits.ts';

/** Price of a valid operation, in points. */
export const priceOf = createPricing({
  prices,
  pageSize: limits.pageSize,
  pageSizeMax: limits.pageSizeMax,
  idsMax: limits.nodesMax,
  reportField: 'rateLimit',
});
