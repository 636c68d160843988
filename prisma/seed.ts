/**
 * Sample users and repositories for development. Writes to the tables directly: the rules for changing
 * users don't matter, because none of these is signed in yet.
 */

import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { step } from '#server/progress.ts';
import { sampleAccounts } from '#server/settings/sign-in.ts';
import { languageCodes } from '#shared/languages.ts';
import { auditEventsOf, auditedFields } from './sample-audit-events.ts';
import { seedOrganizations } from './sample-organizations.ts';
import { days, random } from './sample-values.ts';

/** In ms. Seeding takes one second, ten times as long on a slow disk. */
export const seedTimeout = 60_000;
const userCount = 100;
const repositoryCount = 200;

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
  'The public website, its texts and its images.',
  'Reads invoices that arrive by mail and files them.',
  'Shared components of all our applications.',
  'Keeps the clocks of the sensors in step.',
  'Scripts that set up a new machine in ten minutes.',
  'Translates between the old protocol and the new one.',
  '',
  'Draws maps from open data and serves them as tiles.',
  'An experiment: can forecasts run on a phone?',
];

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

/** The two users to sign in as without a code, then users of every status. */
function users(now: number) {
  const known = sampleAccounts.map((account) => {
    return { ...account, name: account.role === 'admin' ? 'Grace Admin' : 'Juma User' };
  });
  // Shared by all developers or visitors, so their activity belongs to no one.
  const shared = { emailVerified: true, language: null, lastActiveAt: null };
  return Array.from({ length: userCount }, (_, index) => {
    const name = `${pick(givenNames, index)} ${pick(familyNames, index, 7)}`;
    const createdAt = moment(now, index, userCount, 120);
    const invited = index % 11 === 10;
    const banned = index % 29 === 28;
    const record = {
      id: newId('User'),
      email: emailOf(name, index),
      emailVerified: !invited,
      name: invited ? '' : name,
      role: index % 25 === 24 ? 'admin' : 'user',
      banned,
      banReason: banned ? 'Sent spam to other users.' : null,
      language: pick(languageCodes, index),
      onboardedAt: invited ? null : new Date(createdAt.getTime() + 60_000),
      lastActiveAt: invited
        ? null
        : new Date(Math.max(createdAt.getTime(), now - random(index) ** 2 * 20 * days)),
      createdAt,
      updatedAt: createdAt,
    };
    const account = known[index];
    return account ? { ...record, ...account, ...shared } : record;
  });
}

/** Email addresses of all sample users. The domain is reserved (RFC 2606). */
export function seedEmails(): string[] {
  return users(Date.now()).map(({ email }) => email);
}

function repositories(now: number) {
  return Array.from({ length: repositoryCount }, (_, index) => {
    const name = `${pick(adjectives, index)}-${pick(nouns, index + Math.floor(index / adjectives.length))}`;
    const createdAt = moment(now, index, repositoryCount, 150);
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

/** Creation time of the n-th of `count` records: more every month, few on weekends. */
function moment(now: number, index: number, count: number, span: number): Date {
  const age = (1 - Math.sqrt((index + random(index)) / count)) * span * days;
  const date = new Date(now - Math.max(age, 60_000));
  const isWeekend = date.getUTCDay() % 6 === 0;
  return isWeekend && random(index + 500) > 0.25 && age > 2 * days
    ? new Date(date.getTime() - 2 * days)
    : date;
}

export type SeedOptions = {
  /** For where users can't complete onboarding. Default: false. */
  onlyOnboarded?: boolean;
  /** Default: true. */
  organizations?: boolean;
};

async function addMissing(
  database: Prisma.TransactionClient,
  { onlyOnboarded = false, organizations = true }: SeedOptions,
): Promise<void> {
  // Another instance starting at the same time waits here, then finds the rows.
  await database.$queryRaw`SELECT 1 FROM "row_count" WHERE "table" = 'user' FOR UPDATE`;
  const now = Date.now();
  let data = users(now);
  if (onlyOnboarded) data = data.filter(({ onboardedAt }) => onboardedAt !== null);
  const added = await database.user.createManyAndReturn({
    data,
    skipDuplicates: true,
    select: auditedFields,
  });
  const [admin] = sampleAccounts;
  const actor = await database.user.findUnique({
    where: { email: admin?.email ?? '' },
    select: { id: true },
  });
  await database.auditEvent.createMany({
    data: added.flatMap((user) => auditEventsOf(user, actor?.id ?? null, now)),
  });
  await database.repository.createMany({ data: repositories(now), skipDuplicates: true });
  if (organizations) await seedOrganizations(database, seedEmails());
}

/**
 * Adds what is missing of the sample data, in one transaction.
 */
export async function seed(database: Database, options: SeedOptions = {}): Promise<void> {
  await database.$transaction((transaction) => addMissing(transaction, options), {
    timeout: seedTimeout,
    // Time to get a connection. A busy machine may take longer than requests may wait.
    maxWait: seedTimeout,
  });
}

export async function seedOnce(database: Database, options?: SeedOptions): Promise<void> {
  if (await database.user.findFirst({ select: { id: true } })) return;
  await step('Adding sample data', () => seed(database, options));
}
