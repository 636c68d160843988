/** Who sees a record: one declaration per entity, used as the `where` of a list and as a test of a loaded record. */
import type { Prisma } from '#server/generated/prisma/client.ts';
import type { OrganizationPermission } from '#shared/organization-roles.ts';
import type { Permission } from '#shared/permissions.ts';

type Value = string | number | boolean | null;
type Ids = { readonly in: string[] };
type Operator =
  | { readonly in: readonly Value[] }
  | { readonly notIn: readonly Value[] }
  | { readonly gt: Date }
  | { readonly not: null };

/** A Prisma `where` of these operators, and of conditions on to-one relations. */
export type Condition = {
  readonly [columnOrRelation: string]: Value | Operator | Condition | readonly Condition[];
};

export type Visible = boolean | Condition;

/** The viewer, as `visible` of an entity needs them. They are signed in. */
export type RecordViewer = {
  readonly userId: string;
  /** Of the session. Null for an access token, which doesn't prove who reads the mailbox. */
  readonly email: string | null;
  readonly sessionId: string | null;
  readonly impersonatorId: string | null;
  readonly tokenId: string | null;
  readonly tokenOrganizationId: string | null;
  /** Whether visitors share accounts, as in the demo. */
  readonly inDemo: boolean;
  readonly hidesOrganizations: boolean;
  can(permission: Permission): boolean;
  /** Organizations that the viewer belongs to, with a role that grants `permission`. */
  organizations(permission?: OrganizationPermission): Ids;
  /** Organizations whose records the viewer sees without `organization:list`. A limited access token sees only its own. */
  organizationsOfRecords(): string | Ids;
  /** Records whose `relation`, a record of `model`, is visible. */
  sees(relation: string, model: Prisma.ModelName): Visible;
};

type Row = Readonly<Record<string, unknown>>;
type Answer = boolean | undefined;

const operators = new Set(['in', 'notIn', 'gt', 'not']);

const isOperator = (expected: object): expected is Operator =>
  Object.keys(expected).some((key) => operators.has(key));

function compare(expected: Operator, value: unknown): boolean {
  if (Object.keys(expected).length > 1) throw new Error('`visible` has two operators on a column.');
  if (value === null) return false;
  if ('in' in expected) return expected.in.includes(value as Value);
  if ('notIn' in expected) return !expected.notIn.includes(value as Value);
  return 'gt' in expected ? (value as Date) > expected.gt : true;
}

function holds(expected: Condition[string], value: unknown): Answer {
  if (value === undefined) return undefined;
  if (expected === null || typeof expected !== 'object') return value === expected;
  if (isOperator(expected)) return compare(expected, value);
  if (value === null) return false;
  if (typeof value !== 'object') throw new Error('`visible` has an unknown operator.');
  return matches(expected as Condition, value as Row);
}

/** Stops at `decisive`. Undefined if a part that could decide is not known. */
function combine<Part>(
  parts: readonly Part[],
  decisive: boolean,
  ask: (part: Part) => Answer,
): Answer {
  let answer: Answer = !decisive;
  for (const part of parts) {
    const each = ask(part);
    if (each === decisive) return decisive;
    if (each === undefined) answer = undefined;
  }
  return answer;
}

/** Whether a condition holds for a record. Undefined if that depends on columns that are not loaded. */
export function matches(visible: Visible, row: Row): Answer {
  if (typeof visible === 'boolean') return visible;
  return combine(Object.entries(visible), false, ([key, expected]) => {
    const isList = key === 'AND' || key === 'OR';
    if (!isList) return holds(expected, row[key]);
    return combine(expected as Condition[], key === 'OR', (part) => matches(part, row));
  });
}

type Select = { [column: string]: true | { select: Select } };

/** The columns that a condition reads, as a Prisma `select`. */
export function selectFor(visible: Visible, select: Select = { id: true }): Select {
  if (typeof visible === 'boolean') return select;
  for (const [key, expected] of Object.entries(visible)) {
    if (key === 'AND' || key === 'OR') {
      for (const part of expected as Condition[]) selectFor(part, select);
    } else if (expected === null || typeof expected !== 'object' || isOperator(expected)) {
      select[key] = true;
    } else {
      const known = select[key] as { select: Select } | undefined;
      select[key] = { select: selectFor(expected as Condition, known?.select) };
    }
  }
  return select;
}

const nothing: Condition = { id: { in: [] } };

const isEmpty = (condition: Condition) =>
  Object.values(condition).some(
    (expected) => (expected as { in?: readonly Value[] } | null)?.in?.length === 0,
  );

const isRelation = (expected: Condition[string]): expected is Condition =>
  expected !== null &&
  typeof expected === 'object' &&
  !Array.isArray(expected) &&
  !isOperator(expected);

/** The condition of a list, without alternatives that match nothing, which would cost a statement its index. */
export function toWhere(condition: Condition): Condition {
  const { OR: alternatives, ...columns } = condition;
  const others = Object.fromEntries(
    Object.entries(columns).map(([key, each]) => {
      if (Array.isArray(each)) return [key, each.map(toWhere)];
      return [key, isRelation(each) ? toWhere(each) : each];
    }),
  );
  if (!alternatives) return others;
  const possible = (alternatives as Condition[]).filter((each) => !isEmpty(each)).map(toWhere);
  // Prisma ignores an empty `OR`.
  const [first = nothing] = possible;
  if (possible.length > 1) return { ...others, OR: possible };
  return Object.keys(others).length > 0 ? { AND: [others, first] } : first;
}
