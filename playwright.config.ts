import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '#scripts/chromium.ts';

const chromium = findChromium();
// Chromium's sandbox needs a user other than root.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'tests/.output/e2e',
  globalSetup: './tests/support/database.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // On a busy machine a test gets a second chance; that it needed one is said by name.
  retries: process.env.CI ? 1 : 0,
  // Ample: a machine with two busy cores takes three times as long.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: 'tests/.output/e2e.json' }]],
  use: {
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        ...asRoot,
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'] } },
    { name: 'phone', use: { ...devices['Pixel 7'] } },
  ],
});
