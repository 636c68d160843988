/**
 * Sample users and repositories for development and the demo. Writes to the tables directly, without the
 * rules for changed users: none of these is signed in yet.
 */
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { step } from '#server/progress.ts';
import { sampleAccounts } from '#server/settings.ts';

const userCount = 100;
const repositoryCount = 200;
const days = 24 * 60 * 60 * 1_000;

const givenNames = [
  'Amina',
  'Louis',
  'Fatuma',
  'Youssef',
  'Grace',
  'Léa',
  'Omar',
  'Neema',
  'Hugo',
  'Salma',
  'Juma',
  'Inès',
  'Karim',
  'Zawadi',
  'Chloé',
  'Rashid',
  'Ada',
  'Baraka',
  'Noor',
  'Théo',
  'Imani',
  'Layla',
  'Arthur',
  'Rehema',
  'Sami',
];
const familyNames = [
  'Mwangi',
  'Dubois',
  'Haddad',
  'Kamau',
  'Lefèvre',
  'Nasser',
  'Otieno',
  'Moreau',
  'Saleh',
  'Wanjiru',
  'Girard',
  'Farouk',
  'Achieng',
  'Rousseau',
  'Mansour',
  'Njoroge',
  'Lambert',
  'Aziz',
  'Mushi',
  'Petit',
];
const adjectives = [
  'amber',
  'brisk',
  'calm',
  'clear',
  'copper',
  'gentle',
  'hidden',
  'keen',
  'lucid',
  'mellow',
  'noble',
  'plain',
  'quiet',
  'rapid',
  'silver',
  'solid',
  'steady',
  'swift',
  'tidy',
  'vivid',
];
const nouns = [
  'atlas',
  'beacon',
  'bridge',
  'canvas',
  'compass',
  'forge',
  'garden',
  'harbor',
  'lantern',
  'ledger',
];
const purposes = [
  'Collects metrics of every service and keeps them for a year.',
  'The public website, its texts and its pictures.',
  'Reads invoices that arrive by mail and files them.',
  'Shared components of all our applications.',
  'Keeps the clocks of the sensors in step.',
  'Scripts that set up a new machine in ten minutes.',
  'Translates between the old protocol and the new one.',
  '',
  'Draws maps from open data and serves them as tiles.',
  'An experiment: can forecasts run on a phone?',
];

/** The element of `list` for the n-th record. */
function pick<T>(list: readonly T[], index: number, step = 1): T {
  return list[(index * step) % list.length] as T;
}

function emailOf(name: string, index: number): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^a-zA-Z ]/g, '')
    .toLowerCase();
  return `${plain.replaceAll(' ', '.')}${index >= 50 ? index : ''}@example.com`;
}

/** The two users whom the sign-in page of the demo names, then users of every status. */
function users(now: number, allOnboarded: boolean) {
  const known = sampleAccounts.map((account) => {
    return { ...account, name: account.role === 'admin' ? 'Grace Admin' : 'Juma User' };
  });
  return Array.from({ length: userCount }, (_, index) => {
    const name = `${pick(givenNames, index)} ${pick(familyNames, index, 7)}`;
    const createdAt = new Date(now - (userCount - index) * 0.9 * days);
    const invited = !allOnboarded && index % 11 === 10;
    const banned = index % 29 === 28;
    const record = {
      id: newId('User'),
      email: emailOf(name, index),
      emailVerified: !invited,
      name: invited ? '' : name,
      role: index % 25 === 24 ? 'admin' : 'user',
      banned,
      banReason: banned ? 'Sent spam to other users.' : null,
      language: pick(['en', 'fr', 'ar', 'sw'], index),
      onboardedAt: invited ? null : new Date(createdAt.getTime() + 60_000),
      createdAt,
      updatedAt: createdAt,
    };
    const account = known[index];
    return account
      ? { ...record, ...account, emailVerified: true, language: null, onboardedAt: createdAt }
      : record;
  });
}

/** Email addresses of all sample users. The domain is reserved (RFC 2606). */
export function seedEmails(): string[] {
  return users(Date.now(), true).map(({ email }) => email);
}

function repositories(now: number) {
  return Array.from({ length: repositoryCount }, (_, index) => {
    const name = `${pick(adjectives, index)}-${pick(nouns, index + Math.floor(index / adjectives.length))}`;
    const createdAt = new Date(now - (repositoryCount - index) * 0.45 * days);
    return {
      id: newId('Repository'),
      name,
      link: `https://git.example.com/atrium/${name}`,
      description: pick(purposes, index, 3),
      createdAt,
      updatedAt: index % 4 === 0 ? new Date(createdAt.getTime() + 0.3 * days) : createdAt,
    };
  });
}

type SeedOptions = {
  /** For the demo, where no one can complete onboarding. */
  allOnboarded?: boolean;
};

/** Adds the users and repositories that are missing, by email address and by name. */
export async function seed(
  database: Database,
  { allOnboarded = false }: SeedOptions = {},
): Promise<void> {
  const now = Date.now();
  await database.user.createMany({ data: users(now, allOnboarded), skipDuplicates: true });
  await database.repository.createMany({ data: repositories(now), skipDuplicates: true });
}

/** Seeds a database without users. */
export async function seedOnce(database: Database, options?: SeedOptions): Promise<void> {
  const { rows } = await database.rowCount.findUniqueOrThrow({ where: { table: 'user' } });
  if (rows > 0n) return;
  await step('Adding sample users and repositories', () => seed(database, options));
}
