import { mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createFindPlace } from '#server/network/places.ts';
import { startServer } from '#tests/support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'places-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Has 203.0.113.0/24 in Nairobi, named in English, 198.51.100.7 in Lyon, 192.0.2.0/25 in Cairo, named in English and
 * Arabic, 192.0.2.128/25 in Togo without a city, and 10.0.0.0/8 with text instead of a country.
 */
const places = join(import.meta.dirname, 'places.mmdb');
const content = readFileSync(places);
const replaced = (from: string, to: string) =>
  Buffer.from(content.toString('latin1').replace(from, to), 'latin1');

const log = { info() {}, warn() {} };
let files = 0;
function fileOf(content: Buffer): string {
  files += 1;
  const file = join(folder, `${files}.mmdb`);
  writeFileSync(file, content);
  return file;
}
describe('the place of an address', () => {
  const findPlace = createFindPlace(places, log);

  it.each([
    ['203.0.113.9', 'en', 'Nairobi, Kenya'],
    // The city has no French name, so the whole place is in English.
    ['203.0.113.9', 'fr', 'Nairobi, Kenya'],
    ['198.51.100.7', 'fr', 'Lyon, France (République)'],
    ['192.0.2.1', 'ar', 'القاهرة، مصر'],
    ['192.0.2.1', 'sw', 'Cairo, Egypt'],
    ['192.0.2.200', 'en', 'Togo'],
    ['198.51.100.8', 'en', null],
    ['10.1.2.3', 'en', null],
    ['2001:db8::1', 'en', null],
    ['unknown', 'en', null],
    [null, 'en', null],
  ])('of %s in %s is %s', (address, language, place) => {
    expect(findPlace(address, language)).toBe(place);
  });

  it('is read again when the file is replaced, unless it is broken', async () => {
    const file = fileOf(content);
    const reloads: string[] = [];
    const find = createFindPlace(
      file,
      {
        info: (event) => reloads.push(event),
        warn: (_fields, event) => reloads.push(event),
      },
      20,
    );
    // The first look at the file, with which later ones are compared.
    await setTimeout(500);
    // Renamed into place, so that it is never read before its modification time is set.
    const replace = (content: Buffer, second: number) => {
      const next = fileOf(content);
      utimesSync(next, second, second);
      renameSync(next, file);
    };
    replace(Buffer.from('not a database'), 1);
    await expect.poll(() => reloads).toEqual(['places.unreadable']);
    expect(find('203.0.113.9', 'en')).toBe('Nairobi, Kenya');
    replace(replaced('Nairobi', 'Mombasa'), 2);
    await expect.poll(() => find('203.0.113.9', 'en')).toBe('Mombasa, Kenya');
    expect(reloads).toEqual(['places.unreadable', 'places.read']);
  });

  it.each([
    ['is missing', () => join(folder, 'none.mmdb')],
    ['is a folder', () => folder],
    ['is empty', () => fileOf(Buffer.alloc(0))],
    ['is text', () => fileOf(Buffer.from('not a database of places'))],
    ['is cut off', () => fileOf(content.subarray(0, 200))],
    ['holds no places', () => fileOf(replaced('GeoLite2-City', 'GeoLite2-ISPs'))],
  ])('stops the start if the file %s', async (_why, file) => {
    await expect(startServer({ GEOIP_FILE: file() })).rejects.toThrow(
      /^GEOIP_FILE: .* can't be read as a database of places: .+\.$/,
    );
  });
});

describe('a session', () => {
  const query = '{ viewer { user { sessions { nodes { ipAddress place } } } } }';
  const sessionOf = async (env: Record<string, string>, headers: Record<string, string> = {}) => {
    const server = await startServer(env);
    const { email } = await server.as('user');
    const browser = server.browser('203.0.113.9');
    await server.signIn(email, browser);
    const answer = await browser.post('/api/graphql', { query }, headers);
    await server.stop();
    return (await answer.json()).data.viewer.user.sessions.nodes[0];
  };

  it('has the place that it was opened from', async () => {
    expect(await sessionOf({ GEOIP_FILE: places }, { 'accept-language': 'fr' })).toEqual({
      ipAddress: '203.0.113.9',
      place: 'Nairobi, Kenya',
    });
  });

  it('has none without a database of places', async () => {
    expect(await sessionOf({})).toEqual({ ipAddress: '203.0.113.9', place: null });
  });
});
