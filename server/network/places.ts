/** Places of IP addresses, read from a MaxMind DB file such as GeoLite2-City.mmdb. */
import { readFileSync, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type CityResponse, Reader } from 'mmdb-lib';
import { CliError } from '#server/progress.ts';

/** Returns the place of an address, for example “Nairobi, Kenya”. Null if unknown. */
export type FindPlace = (address: string | null | undefined, language: string) => string | null;

const placeTypes = /city|country|enterprise|location/i;

/** @throws if `file` has another format, or holds other facts than places */
function read(file: Buffer): Reader<CityResponse> {
  const reader = new Reader<CityResponse>(file);
  const { databaseType } = reader.metadata;
  if (placeTypes.test(databaseType)) return reader;
  throw new Error(`it holds ${databaseType}, not cities or countries`);
}

type Named = { names?: object } | undefined;

const nameIn = (language: string, record: Named) =>
  (record?.names as Record<string, string> | undefined)?.[language];

function describe({ city, country }: { city?: Named; country?: Named }, language: string) {
  const records = [city, country].filter((record) => nameIn('en', record) !== undefined);
  const isTranslated = records.every((record) => nameIn(language, record) !== undefined);
  const names = records.map((record) => nameIn(isTranslated ? language : 'en', record));
  return names.join(isTranslated && language === 'ar' ? '، ' : ', ') || null;
}

type PlacesLog = { info(event: string): void; warn(fields: object, event: string): void };

/**
 * Reads `file` and keeps it in memory. It is read again when it is replaced; if that fails, the former one is kept.
 *
 * @throws {CliError} if it can't be read
 */
export function createFindPlace(
  file: string | undefined,
  log: PlacesLog,
  checkIntervalMs = 60_000,
): FindPlace {
  if (!file) return () => null;
  let reader: Reader<CityResponse>;
  try {
    reader = read(readFileSync(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(
      `GEOIP_FILE: ${file} can't be read as a database of places: ${reason}.`,
      'Give it the path of a MaxMind DB file (.mmdb) with cities or countries, or leave it unset.',
      { cause: error },
    );
  }

  watchFile(file, { interval: checkIntervalMs, persistent: false }, async ({ mtimeMs }) => {
    // Missing, as while it is being replaced.
    if (!mtimeMs) return;
    try {
      reader = read(await readFile(file));
      log.info('places.read');
    } catch (error) {
      log.warn({ err: error }, 'places.unreadable');
    }
  });

  return function findPlace(address, language) {
    try {
      return address ? describe(reader.get(address) ?? {}, language) : null;
    } catch {
      // Damaged data, or an IPv6 address in a database of IPv4.
      return null;
    }
  };
}
