import type { RowLayout } from './list.tsx';

/** Layout of rows without columns. Short end content stays at the end on narrow lists too. */
export const plainLayout: RowLayout = [
  '@sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]',
  '@max-sm:row-span-2',
  '@sm:text-sm @max-sm:col-start-2 @max-sm:row-start-2 @max-sm:text-xs @max-sm:not-empty:pt-1',
  '@max-sm:col-start-3 @max-sm:row-span-2 @max-sm:row-start-1',
];
