import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/lib/chromium.ts';
import { fromRoot } from './scripts/lib/task.ts';

const chromium = findChromium();
// Chromium's sandbox refuses to run as root.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Specs whose screens differ most on a phone. */
const phoneLayouts = /(dashboard|repositories|smoke)\.spec\.ts$/;

export default defineConfig({
  testDir: fromRoot('tests/e2e'),
  outputDir: fromRoot('tests/.output/e2e'),
  globalSetup: fromRoot('tests/support/database.ts'),
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // CI machines are busy. A test that passes on retry is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // A busy two-core machine takes three times as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: fromRoot('tests/.output/e2e.json') }]],
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
    { name: 'phone', use: { ...devices['Pixel 7'] }, testMatch: phoneLayouts },
  ],
});
