import { expect, type Page } from '@playwright/test';

/** Expects that a page whose user was banned leaves by itself, and says so. */
export const expectToldOfBan = (page: Page) =>
  expect(page).toHaveURL(/\/login\/error\?error=BANNED_USER/);
