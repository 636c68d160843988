/** `npm run add -- entity` and `-- page` in a copy of the checkout: what it writes passes the checks and its own tests. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ofAllEntities } from '#scripts/lib/suites.ts';
import { copyForGenerators } from './copy.ts';

const copy = copyForGenerators();
const { folder, git, run } = copy;
const add = (...args: string[]) => run(['scripts/add.ts', 'entity', ...args]);
const addPage = (...args: string[]) => run(['scripts/add.ts', 'page', ...args]);

beforeAll(copy.prepare);
afterAll(copy.remove);

const ofUser = ['--owner', 'user'];
const ofOrganization = ['--owner', 'organization'];

const everyType = [
  ...['label:text!', 'code:text!', 'subtitle:text?', 'notes:longtext?', 'website:url'],
  ...['contact:email!', 'size:number', 'isPublic:boolean', 'dueOn:date', 'closedAt:datetime?'],
  ...['priority:enum(low|high)', 'repository:Repository'],
];

it.each([
  [['user', 'title:text'], 'The name "user" is taken'],
  [['milestone'], 'The entity has no fields'],
  [['milestone', 'title:string'], 'The field "title" has the unknown type "string"'],
  [
    ['milestone', 'title:text', 'Repository'],
    'A related record has a name, too: repository:Repository',
  ],
  [['milestone', 'title:text?'], 'No field names a record in lists'],
  [['milestone', 'title:text', 'done:boolean!'], 'The field "done" can\'t be unique'],
  [['milestone', 'title:text', 'started:datetime'], 'Names of times end with “At”'],
  [['milestone', 'title:text', 'delete:text'], 'a name that JavaScript uses'],
  [['request', 'title:text'], 'The entity "request" has a name that JavaScript uses'],
  [['milestone', 'title:text', 'state:enum(open)'], "has values that can't be used"],
  [['milestone', 'title:text', '--areas', 'app'], '"app" are no areas of an entity'],
  [['milestone', 'title:text', '--owner', 'team'], '"team" can\'t own records'],
  [['milestone', 'title:text', 'owner:text', ...ofUser], 'The field "owner" exists'],
  [['milestone', 'title:text', 'reviewer:User', ...ofUser], "records that users don't read"],
  [['milestone', 'title:text', ...ofUser, '--areas', 'manager'], 'lacks the area of the owners'],
  [['deadline', 'title:text', 'organization:text', ...ofOrganization], '"organization" exists'],
  [['news', 'title:text', '--plural', 'news'], 'is both the singular and the plural'],
  [['milestone', 'title:text', '--plural', 'users'], 'The name "users" is taken'],
])('%j is refused, and nothing is written', (args, message) => {
  const { code, output } = add(...args);
  expect(output).toContain(message);
  expect(code).toBe(1);
  expect(git('status', '--porcelain')).toBe('');
});

it('names the files that it would write', () => {
  const { output } = add('purchase-order', ...everyType, '--dry-run');
  expect(output).toContain('new   server/features/purchase-order/service.ts');
  expect(output).toContain('edit  client/routes.tsx');
  expect(git('status', '--porcelain')).toBe('');
});

it.each([
  [['account'], 'The name "account" is taken by client/features/account'],
  [['users'], 'The name "users" is taken by'],
  [['reports', '--areas', 'login'], '"login" is no area'],
  [[], 'A page needs one name'],
])('a page %j is refused, and nothing is written', (args, message) => {
  const { code, output } = addPage(...args);
  expect(output).toContain(message);
  expect(code).toBe(1);
  expect(git('status', '--porcelain')).toBe('');
});

it('names the file that lacks the place for an entity', () => {
  const path = join(folder, 'shared', 'permissions.ts');
  // It may be a link to the original.
  rmSync(path);
  writeFileSync(path, 'export {};\n');
  expect(add('purchase-order', ...everyType).output).toContain('shared/permissions.ts has');
  git('checkout', '--', 'shared/permissions.ts');
});

it('grants the permissions to admins and users by name, and none to a role of the project', () => {
  const permissions = join(folder, 'shared', 'permissions.ts');
  const expected = join(folder, 'tests', 'support', 'role-permissions.ts');
  const addRole = (file: string, before: string, role: string) =>
    writeFileSync(file, readFileSync(file, 'utf8').replace(before, `${role}${before}`));
  const probe = "probe: accessControl.newRole({ apps: ['app', 'manager'] }),";
  addRole(permissions, '\n  user: accessControl', `\n  ${probe}`);
  addRole(permissions, "\n  user: 'Uses", "\n  probe: 'Answers inquiries.',");
  addRole(expected, '\n  user: [', "\n  probe: ['apps:app', 'apps:manager'],");
  const { code, output } = add('inquiry', 'title:text', ...ofUser);
  expect(code, output).toBe(0);
  const test = ['tests/shared/permissions.test.ts'];
  const tested = run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'shared', ...test]);
  expect(tested.code, tested.output).toBe(0);
  const granted = readFileSync(permissions, 'utf8').match(
    /^ {2}\w+: accessControl[\s\S]*?^ {2}\}\),/gm,
  );
  const all = "inquiry: ['read', 'create', 'update', 'delete', 'list', 'manage'],";
  expect(granted?.[0]).toContain(all);
  expect(granted?.[1]).toContain("inquiry: ['read', 'create', 'update', 'delete'],");
  expect(readFileSync(permissions, 'utf8')).toContain(probe);
  git('checkout', '--', '.');
  git('clean', '--force', '-d');
});

/** Code in the decision that shows generated files beside others. */
function excerpts() {
  const text = readFileSync('docs/decisions/042-owners-of-generated-entities.md', 'utf8');
  const blocks = [...text.matchAll(/<!-- [\w-]+: (\S+) -->\n```ts\n([\s\S]*?)```/g)];
  expect(blocks.length).toBeGreaterThan(3);
  return blocks.map(([, path = '', code = '']) => ({ path, code }));
}

it('writes entities and a page that pass the checks and their tests', () => {
  const added = [
    add('purchase-order', ...everyType, '--areas', 'app,manager', '--bulk', '--csv'),
    add('order-item', 'title:text', 'purchaseOrder:PurchaseOrder', 'reviewer:User?'),
    add(
      'milestone',
      'title:text',
      'dueOn:date',
      'done:boolean',
      'repository:Repository',
      ...ofUser,
    ),
    add('deadline', 'title:text', 'dueOn:date?', 'repository:Repository', ...ofOrganization),
    add('remark', 'body:longtext', 'milestone:Milestone', 'reviewer:User?', ...ofUser),
    addPage('release-notes', '--areas', 'app,manager'),
  ];
  for (const { code, output } of added) expect(code, output).toBe(0);
  expect(existsSync(join(folder, 'tests/e2e/purchase-orders.spec.ts'))).toBe(true);
  expect(existsSync(join(folder, 'client/features/release-notes/release-notes-page.tsx'))).toBe(
    true,
  );
  for (const { path, code } of excerpts()) {
    expect(readFileSync(join(folder, path), 'utf8'), path).toContain(code);
  }
  git('add', '--all');
  const checks = run(['scripts/check.ts', '--quick']);
  expect(checks.code, checks.output).toBe(0);
  const tests = run([
    'node_modules/vitest/vitest.mjs',
    'run',
    ...ofAllEntities,
    ...['tests/shared/locales.test.ts', 'tests/shared/permissions.test.ts'],
    ...['tests/client/routes.test.ts', 'tests/client/entity-tests.test.ts'],
  ]);
  expect(tests.code, tests.output).toBe(0);
}, 1_800_000);
