import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  // Without the condition "development", packages resolve as in Node.js and are not loaded twice.
  ssr: { resolve: { conditions: ['module', 'node', 'module-sync'] } },
  test: {
    // One more than the cores that a test machine has at least: many tests wait.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: ['tests/shared/**/*.test.ts'] },
      },
      {
        extends: true,
        define: { textsFolder: JSON.stringify('/assets/texts') },
        test: { name: 'client', include: ['tests/client/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // Each worker loads the product once. A test file starts a server and a database of its own.
          isolate: false,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['./tests/support/build.ts', './tests/support/database.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'outside',
          include: ['tests/{clients,image,security,resilience}/*.test.ts'],
          globalSetup: ['./tests/support/build.ts', './tests/support/database.ts'],
          // These tests measure time and load, so they must not slow each other.
          fileParallelism: false,
          // Scenarios mostly wait for timeouts and rate limits.
          maxConcurrency: 12,
        },
      },
    ],
  },
});
