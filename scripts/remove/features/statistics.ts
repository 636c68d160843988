import type { Feature } from '#scripts/remove/feature.ts';

export const statistics: Feature = {
  name: 'statistics',
  purpose: 'plots of new users, sign-ins, repositories and emails on the dashboard',
  files: [
    'client/features/dashboard/{day-plot,plot-card,statistics}.*',
    'scripts/remove/features/statistics.ts',
    'server/features/statistics/**',
    'shared/locales/*/statistics.json',
    'tests/e2e/dashboard.spec.ts',
  ],
  // Not those of PostgreSQL's planner.
  names: /^statistics|Statistics|^statusSql$|× statistics\b|^dashboard with tables$/,
  prose: /features\/statistics|`statistics\b/,
  leftover: /\bStatistics\b|features\/statistics|\bstatistics(\(| \{|:|\.json)/,
};
