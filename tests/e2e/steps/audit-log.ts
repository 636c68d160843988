import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { newId } from '#server/database/ids.ts';
import { databaseAt } from '#tests/support/e2e.ts';
import { createRepository, createUser, unique } from '#tests/support/factories.ts';

export const rows = (page: Page) =>
  page.getByRole('list', { name: 'Audit log', exact: true }).getByRole('listitem');

export const total = (page: Page) => page.getByRole('main').getByRole('status').first();

export async function createBusyManager(url: string, name: string, count: number) {
  const database = databaseAt(url);
  const { id } = await createUser(database, { name, role: 'admin' });
  const repository = await createRepository(database, { name: unique('audited') });
  await database.auditEvent.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      id: newId('AuditEvent'),
      recordId: repository.id,
      subjectName: repository.name,
      actorId: id,
      kind: 'repository_updated' as const,
      createdAt: new Date(Date.now() - index * 60_000),
      network: '203.0.113.0/24',
    })),
  });
  return { id, repository };
}

export async function download(page: Page, entry: string) {
  await page.getByRole('button', { name: 'View options' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: entry }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

export const readCsv = (text: string) =>
  Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, '').trimEnd(), { header: true });

export const readNdjson = (text: string): Record<string, string | null>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** An event in the history of the user whose page is open. */
export const inHistory = (page: Page, event: string) =>
  page.getByRole('list', { name: 'History' }).getByText(event).first();
