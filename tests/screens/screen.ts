import type { Page } from '@playwright/test';

export type Screen = {
  name: string;
  path: string;
  prepare?: (page: Page) => Promise<unknown>;
};
