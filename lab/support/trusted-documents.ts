import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export function writeDocuments(texts: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  writeFileSync(join(folder, 'documents.json'), JSON.stringify(texts));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
