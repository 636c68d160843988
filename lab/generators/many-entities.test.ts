/** Entities with every type of field, owner, option and relation, generated together, pass the checks and their tests. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ofAllEntities } from '#scripts/lib/suites.ts';
import { copyForGenerators } from './copy.ts';

const copy = copyForGenerators();
const both = ['--areas', 'app,manager'];
const ofUser = ['--owner', 'user'];
const ofOrganization = ['--owner', 'organization', '--bulk', '--csv'];

const definitions = [
  ['label', 'title:text', 'keeper:User?', ...ofUser],
  ['milestone', 'title:text!', 'dueOn:date', 'repository:Repository', ...both, '--csv'],
  [
    ...['note', 'heading:text', 'body:longtext', 'pinnedAt:datetime', 'label:Label', ...ofUser],
    ...['--bulk', '--csv'],
  ],
  ['contact', 'fullName:text', 'email:email', 'phone:text?', 'website:url?', '--bulk', '--csv'],
  [
    ...['invoice', 'reference:text!', 'amount:number', 'discount:number?', 'isPaid:boolean'],
    ...['dueOn:date?', 'paidAt:datetime?', 'status:enum(open|paid|void)', ...both, '--bulk'],
  ],
  ['invoice-line', 'title:text', 'quantity:number', 'invoice:Invoice', 'milestone:Milestone?'],
  [
    ...['review', 'summary:text', 'score:enum(low|high)?', 'reviewer:User', 'author:User?'],
    'repository:Repository?',
  ],
  ['asset', 'name:text', 'link:url!', 'serial:text!', 'owner:User?', '--csv'],
  ['meeting', 'topic:text', 'startsAt:datetime', 'organizer:User', 'milestone:Milestone', ...both],
  [
    ...['booking', 'title:text', 'startsAt:datetime', 'milestone:Milestone'],
    ...['repository:Repository', 'guide:User?', ...ofOrganization],
  ],
  ['booking-item', 'title:text', 'booking:Booking', ...ofOrganization],
  ['booking-note', 'heading:text', 'booking:Booking', ...ofUser],
  [
    ...['comment', 'body:longtext', 'source:url!', 'state:enum(open|done)', 'seenAt:datetime?'],
    ...['booking:Booking', ...ofOrganization],
  ],
  ['reply', 'text:longtext', 'comment:Comment', ...ofUser],
  ['survey', 'question:text', 'contact:Contact', 'meeting:Meeting?', 'replyTo:email?', '--csv'],
];

beforeAll(copy.prepare);
afterAll(copy.remove);

// Takes ten minutes, so it doesn't run where suites take turns.
const takesTurns = process.env.ALL_FEATURES === 'false';

it.skipIf(takesTurns)(
  'entities pass the checks and their tests',
  () => {
    for (const definition of definitions) {
      const { code, output } = copy.run(['scripts/add.ts', 'entity', ...definition]);
      expect(code, output).toBe(0);
    }
    copy.commit('Add entities');
    const checks = copy.run(['scripts/check.ts', '--quick']);
    expect(checks.code, checks.output).toBe(0);
    const tests = copy.run([
      ...['node_modules/vitest/vitest.mjs', 'run'],
      ...ofAllEntities,
      ...['tests/shared/locales', 'tests/client/routes', 'tests/client/entity-tests'],
    ]);
    expect(tests.code, tests.output).toBe(0);
  },
  1_800_000,
);
