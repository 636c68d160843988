/**
 * Plausible people and repositories to look at, for a developer's machine and the demo. Running it
 * again adds nothing. It writes straight to the tables: nobody is signed in yet whom a hook could
 * have to sign out.
 */
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { step } from '#server/progress.ts';

const peopleCount = 100;
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

/** The element of a list for the n-th record; walks through it in even steps. */
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

/** Everybody: the two that the start page names, then people in all states. */
function people(now: number, everybodyOnboarded: boolean) {
  const known = [
    { email: 'admin@example.com', name: 'Grace Admin', role: 'admin' },
    { email: 'user@example.com', name: 'Juma User', role: 'user' },
  ];
  return Array.from({ length: peopleCount }, (_, index) => {
    const name = `${pick(givenNames, index)} ${pick(familyNames, index, 7)}`;
    const createdAt = new Date(now - (peopleCount - index) * 0.9 * days);
    const invited = !everybodyOnboarded && index % 11 === 10;
    const banned = index % 29 === 28;
    const record = {
      id: newId('User'),
      email: emailOf(name, index),
      emailVerified: !invited,
      name: invited ? '' : name,
      role: index % 25 === 24 ? 'admin' : 'user',
      banned,
      banReason: banned ? 'Sent unwanted mails to other people.' : null,
      language: pick(['en', 'fr', 'ar', 'sw'], index),
      onboardedAt: invited ? null : new Date(createdAt.getTime() + 60_000),
      createdAt,
      updatedAt: createdAt,
    };
    const person = known[index];
    return person
      ? { ...record, ...person, emailVerified: true, language: null, onboardedAt: createdAt }
      : record;
  });
}

/** The addresses of all seeded accounts: they belong to nobody (RFC 2606). */
export function seedEmails(): string[] {
  return people(Date.now(), true).map(({ email }) => email);
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
  /** In the demo nobody can say their name, so everybody has one. */
  everybodyOnboarded?: boolean;
};

/** Adds what is missing; e-mail addresses and repository names tell what is there. */
export async function seed(
  database: Database,
  { everybodyOnboarded = false }: SeedOptions = {},
): Promise<void> {
  const now = Date.now();
  await database.user.createMany({ data: people(now, everybodyOnboarded), skipDuplicates: true });
  await database.repository.createMany({ data: repositories(now), skipDuplicates: true });
}

/** Seeds a database that nobody has used yet. */
export async function seedOnce(database: Database, options?: SeedOptions): Promise<void> {
  const { rows } = await database.rowCount.findUniqueOrThrow({ where: { table: 'user' } });
  if (rows > 0n) return;
  await step('Adding people and repositories to look at', () => seed(database, options));
}
