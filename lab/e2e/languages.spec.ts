import { exhaustive, quickLanguages } from '#lab/support/exhaustive.ts';
import { languageCodes, languages } from '#shared/languages.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { waitUntilLoaded } from '#tests/support/page-layout.ts';
import { servedTexts } from '#tests/support/texts.ts';

// What is loaded does not depend on the width.
test.skip(({ isMobile }) => isMobile);

for (const language of languageCodes) {
  test(
    `${language} comes alone, and Arabic letters only where they are read`,
    exhaustive(quickLanguages.has(language)),
    async ({ page }) => {
      const texts: Promise<object>[] = [];
      const fonts: string[] = [];
      page.on('response', (response) => {
        const url = response.url();
        if (/assets\/.*\.json$/.test(url)) texts.push(response.json());
        if (url.endsWith('.woff2')) fonts.push(url);
      });
      await page.goto(`/login?lng=${language}`);
      await waitUntilLoaded(page);
      await page.waitForLoadState('networkidle');
      const own = Object.values(servedTexts(language));
      expect(texts.length).toBeGreaterThan(0);
      for (const each of await Promise.all(texts)) expect(own).toContainEqual(each);
      expect(fonts.some((font) => font.includes('arabic'))).toBe(
        languages[language].direction === 'rtl',
      );
    },
  );
}
