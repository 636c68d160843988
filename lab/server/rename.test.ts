import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identifierOf } from '#scripts/bootstrap/product-name.mjs';
import { listFiles } from '#scripts/checks/sources.ts';
import {
  renameProduct,
  renameSettings,
  requireProductName,
  requireReplaceableName,
  settingsOf,
} from '#scripts/lib/rename-product.ts';

const files = listFiles();
const folder = mkdtempSync(join(tmpdir(), 'rename-'));
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const anyFormerName = /(?<![A-Za-z])(Atrium|atrium|ATRIUM)(?![a-z])/;
const formerName = /(?<![A-Za-z])(Atrium|atrium|ATRIUM)(?![a-z]|\.(retention|silent)\b)/;
const keepsName = /^(CHANGELOG\.md|LICENSE|prisma\/migrations\/)/;

/** A product can have a name that is also a word of its code. */
function isReplaceable(): boolean {
  try {
    requireReplaceableName('.', files);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!isReplaceable())('a copy of the product', () => {
  beforeAll(() => {
    for (const file of files) cpSync(file, join(folder, file));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    renameProduct(folder, files, 'Blue Harbour 2');
    const biome = join('node_modules', '@biomejs', 'biome', 'bin', 'biome');
    execFileSync(process.execPath, [biome, 'check', '--write', '.'], {
      cwd: folder,
      stdio: 'pipe',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('leaves no former name outside history, the licence and the migrations', () => {
    const left = files.filter((file) => !keepsName.test(file) && formerName.test(read(file)));
    expect(left).toEqual([]);
  });

  it('writes the new name where people and programs read it', () => {
    expect(JSON.parse(read('package.json')).name).toBe('blueharbour2');
    expect(JSON.parse(read('package-lock.json')).packages[''].name).toBe('blueharbour2');
    expect(read('README.md')).toMatch(/^# Blue Harbour 2$/m);
    expect(read('client/index.html')).toContain('<title>Blue Harbour 2</title>');
    expect(JSON.parse(read('client/public/manifest.webmanifest')).name).toBe('Blue Harbour 2');
    expect(
      files
        .filter((file) => /^server\/settings/.test(file))
        .map(read)
        .join(),
    ).toContain("'Blue Harbour 2'");
  });

  it('keeps the settings that triggers of committed migrations read', () => {
    expect(settingsOf(folder, 'atrium').sort()).toEqual(['retention', 'silent']);
    expect(read('server/retention.ts')).toContain("set_config('atrium.retention'");
  });

  it('can be renamed again', () => {
    renameProduct(folder, files, 'Third Name');
    expect(read('README.md')).toMatch(/^# Third Name$/m);
    expect(files.filter((file) => /blue ?harbour ?2/i.test(read(file)))).toEqual([]);
  });

  it('renames these settings, too, for a project without migrations of before', () => {
    renameSettings(folder, files, { formerName: 'Atrium', name: 'Third Name' });
    const left = files.filter((file) => anyFormerName.test(read(file)));
    expect(left.filter((file) => !keepsName.test(file))).toEqual([]);
    expect(read('scripts/remove/migration.ts')).toContain("set_config('thirdname.retention'");
  });

  it('does not replace a name that is also a word of the code', () => {
    expect(() => requireReplaceableName(folder, files)).not.toThrow();
    renameProduct(folder, files, 'Link');
    expect(() => requireReplaceableName(folder, files)).toThrow('is also a word of client/');
  });

  it('can have the name of another service', () => {
    renameProduct(folder, files, 'Mail');
    expect(read('compose.yaml').match(/^ {2}mail:/gm)).toHaveLength(1);
  });
});

it('makes technical identifiers from any name', () => {
  expect(identifierOf('Café-Crème & Co')).toBe('cafecremeco');
});

it.each([
  'Notes',
  'Support',
  'Board',
  'Teams',
  'Link',
  'Base',
  'Time',
  'Café Central',
  'Help Desk',
])('a product can be called %s', (name) => {
  expect(() => requireProductName(name)).not.toThrow();
});

it.each([
  ['', 'is missing'],
  ['2Fast', 'begins with a letter'],
  ['Ünïcörn/', 'cannot be the name'],
  ['React', 'the package react'],
  ['Prisma', 'the package @prisma/'],
  ['Postgres', 'reserves "postgres"'],
  ['Public', 'reserves "public"'],
])('a product can not be called "%s"', (name, reason) => {
  expect(() => requireProductName(name)).toThrow(reason);
});
