import { defineConfig } from 'vitest/config';

const globalSetup = ['./tests/support/build.ts', './tests/support/database.ts'];

/** The laboratory's tests: `npx vitest run --config lab/vitest.config.ts lab/security`. */
export default defineConfig({
  // As in vitest.config.ts.
  ssr: { resolve: { conditions: ['module', 'node', 'module-sync'] } },
  test: {
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'shared', include: ['lab/shared/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          isolate: false,
          include: ['{tests,lab}/server/**/*.test.ts'],
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          name: 'outside',
          include: [
            'lab/{clients,creation,generators,image,recipes,removal,security,resilience}/**/*.test.ts',
          ],
          globalSetup,
          // These tests measure time and load, so they can't run in parallel.
          fileParallelism: false,
          // Scenarios spend most of their time waiting for timeouts and rate limits.
          maxConcurrency: 12,
        },
      },
    ],
  },
});
