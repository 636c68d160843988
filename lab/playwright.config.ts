import { defineConfig, devices } from '@playwright/test';
import config from '#playwright';
import { fromRoot } from '#scripts/lib/task.ts';

const phone = devices['Pixel 7'];

/** The laboratory's browser tests: `npx playwright test --config lab/playwright.config.ts keyboard`. */
export default defineConfig({
  ...config,
  testDir: fromRoot('lab/e2e'),
  projects: [
    { name: 'desktop', use: devices['Desktop Chrome'] },
    // Visits every route; the width makes no difference.
    { name: 'phone', use: phone, testIgnore: /missing-code\.spec\.ts$/ },
    // `npm test` runs the others on a phone.
    {
      name: 'phone-walks',
      use: phone,
      testDir: fromRoot('tests/e2e'),
      testIgnore: config.projects?.find(({ name }) => name === 'phone')?.testMatch ?? [],
    },
  ],
});
