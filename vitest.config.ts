import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  // Without Vite's "development": packages must resolve as Node resolves them, or there are two of one.
  ssr: { resolve: { conditions: ['module', 'node', 'module-sync'] } },
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'shared', include: ['tests/shared/**/*.test.ts'] } },
      { extends: true, test: { name: 'client', include: ['tests/client/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: './tests/support/database.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'outside',
          include: ['tests/{security,resilience}/**/*.test.ts'],
          globalSetup: './tests/support/database.ts',
          // They measure, and what they do to one product must not slow another.
          fileParallelism: false,
          // They wait for the product's time-outs and budgets more than they work.
          maxConcurrency: 12,
        },
      },
    ],
  },
});
