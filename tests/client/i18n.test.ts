import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Namespace, TextKey } from '#client/i18n/texts.ts';
import { languageCodes } from '#shared/languages.ts';
import { mirrored, second, third } from '#tests/support/other-languages.ts';

const store = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
};

type Browser = {
  search: string;
  cookie: string;
  languages: string[];
  html: string;
  local: ReturnType<typeof store>;
  session: ReturnType<typeof store>;
};

function open(browser: Partial<Browser>) {
  const root = { lang: browser.html ?? 'en', dir: 'ltr', style: { setProperty: () => {} } };
  const page = { documentElement: root, cookie: browser.cookie ?? '' };
  vi.stubGlobal('window', { location: { search: browser.search ?? '' } });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { languages: browser.languages ?? [], onLine: true });
  vi.stubGlobal('localStorage', browser.local ?? store());
  vi.stubGlobal('sessionStorage', browser.session ?? store());
  return page;
}

const storing = (language: string) => {
  const stored = store();
  stored.setItem('lng', language);
  return stored;
};

beforeEach(() => {
  vi.resetModules();
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

describe('a language is found', () => {
  const places: [where: string, browser: Partial<Browser>][] = [
    ['in the address', { search: `?lng=${second}` }],
    ['in the cookie', { cookie: `theme=dark; lng=${second}` }],
    ['in the local storage', { local: storing(second) }],
    ['in the session storage', { session: storing(second) }],
    ['by the browser', { languages: ['tlh-US', `${second}-TZ`, third] }],
    ['on the page', { html: second }],
  ];
  const later: Partial<Browser>[] = [
    { cookie: `lng=${third}` },
    { local: storing(third) },
    { session: storing(third) },
    { languages: [third] },
    { html: third },
  ];

  it.each(places.map(([where, browser], index) => ({ where, browser, index })))(
    '$where, before all that come after',
    async ({ browser, index }) => {
      const { detectLanguage } = await import('#client/i18n/detect.ts');
      open(Object.assign({}, ...later.slice(index), browser));
      expect(detectLanguage(languageCodes)).toBe(second);
    },
  );

  it('and is English where none is ours', async () => {
    const { detectLanguage } = await import('#client/i18n/detect.ts');
    open({ search: '?lng=tlh', cookie: 'lng=arn', languages: ['enm'], html: 'frr' });
    expect(detectLanguage(languageCodes)).toBe('en');
  });

  it('and is kept in the local storage and in a cookie for thirty days', async () => {
    const { detectLanguage } = await import('#client/i18n/detect.ts');
    const local = store();
    const page = open({ search: `?lng=${mirrored}-EG`, local });
    expect(detectLanguage(languageCodes)).toBe(mirrored);
    expect(local.getItem('lng')).toBe(mirrored);
    expect(page.cookie).toBe(`lng=${mirrored}; path=/; max-age=${43_200 * 60}; samesite=lax`);
  });
});

it('a text that nobody wrote is an error of types', async () => {
  const { default: i18next } = await import('i18next');
  const words = (key: TextKey) => i18next.t(key as 'common:nav.home');
  words('common:nav.home');
  // @ts-expect-error
  words('common:nav.nowhere');
  // @ts-expect-error
  words('nowhere:nav.home');
  // @ts-expect-error
  i18next.t('common:nav.nowhere');
});

describe('texts are fetched', () => {
  it('five times more where they do not come, 350 ms later and then twice as late', async () => {
    vi.useFakeTimers();
    open({ languages: [second] });
    const begin = Date.now();
    const tries: number[] = [];
    vi.stubGlobal('fetch', (address: string) => {
      if (address.includes(`${second}/common`)) tries.push(Date.now() - begin);
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    const { startI18n } = await import('#client/i18n/i18n.ts');
    const started = expect(startI18n()).rejects.toThrow('without texts');
    await vi.advanceTimersByTimeAsync(60_000);
    await started;
    const waits = tries.slice(1).map((time, index) => time - (tries[index] ?? 0));
    expect(waits).toEqual([350, 700, 1_400, 2_800, 5_600]);
  });

  it('ten at a time at most', async () => {
    open({ languages: [second] });
    let [running, most] = [0, 0];
    vi.stubGlobal('fetch', async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return Response.json({ some: 'text' });
    });
    const { startI18n, loadNamespaces } = await import('#client/i18n/i18n.ts');
    await startI18n();
    const all = readdirSync('shared/locales/en').map((file) => file.replace('.json', ''));
    const { default: i18next } = await import('i18next');
    await Promise.all([loadNamespaces(all as Namespace[]), i18next.loadLanguages(languageCodes)]);
    expect(most).toBe(10);
  });
});
