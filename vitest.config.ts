import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  // Without the condition "development", packages resolve as in Node.js and aren't loaded twice.
  ssr: { resolve: { conditions: ['module', 'node', 'module-sync'] } },
  test: {
    // One more than the minimum number of cores, since many tests wait.
    maxWorkers: 3,
    // Only catches hanging tests: on a busy machine, tests take up to ten times as long as usual.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: ['tests/shared/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'packages', isolate: false, include: ['packages/*/tests/**/*.test.ts'] },
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
          // Load the product once per worker. Each test file still gets its own server and database.
          isolate: false,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['./tests/support/build.ts', './tests/support/database.ts'],
        },
      },
    ],
  },
});
