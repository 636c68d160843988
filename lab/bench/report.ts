import { cpus, totalmem } from 'node:os';
import type { Figures } from './load.ts';
import type { Target } from './targets.ts';
import { type WorkloadName, workloads } from './workloads.ts';

export type Measured = {
  target: Target;
  statements: Map<WorkloadName, number>;
  runs: Map<string, Figures[]>;
  idleMemory: number | undefined;
  loadedMemory: number | undefined;
};

export const runKey = (name: WorkloadName, connections: number) => `${name}@${connections}`;

/** The mean of the two middle values for an even number of values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

export function summary(
  { runs }: Measured,
  name: WorkloadName,
  connections: number,
): Figures | undefined {
  const rounds = runs.get(runKey(name, connections));
  if (!rounds?.length) return undefined;
  const of = (figure: keyof Figures) => median(rounds.map((round) => round[figure]));
  return {
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    refused: of('refused'),
    server: of('server'),
    database: of('database'),
  };
}

const dash = '–';
const decimals = (value: number, digits: number) =>
  Number.isFinite(value) ? value.toFixed(digits) : dash;

export function table(head: string[], rows: string[][]): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells
      .map((cell, column) =>
        column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(head), line(rule), ...rows.map(line)];
}

const head = ['', '/s', '× limit', 'server ms', 'database ms', 'p50', 'p99', 'refused', 'SQL'];

export function workloadTable(
  measured: readonly Measured[],
  name: WorkloadName,
  connections: number,
): string[] {
  const limit = measured[0] && summary(measured[0], name, connections);
  const rows = measured.map((each) => {
    const figures = summary(each, name, connections);
    if (!figures) return [each.target.name];
    const { rate, server, database, p50, p99, refused } = figures;
    return [
      each.target.name,
      decimals(rate, 0),
      decimals(rate / (limit?.rate ?? Number.NaN), 2),
      decimals(server, 2),
      decimals(database, 2),
      decimals(p50, 0),
      decimals(p99, 0),
      `${decimals(refused * 100, refused > 0 && refused < 0.1 ? 1 : 0)} %`,
      String(each.statements.get(name) ?? dash),
    ];
  });
  const title = `${name} ${workloads[name].title}, ${connections} connections`;
  return ['', `**${title}**`, '', ...table(head, rows)];
}

export function memoryTable(measured: readonly Measured[]): string[] {
  const rows = measured.map(({ target, idleMemory, loadedMemory }) => [
    target.name,
    decimals(target.readyAfter / 1000, 1),
    String(idleMemory ?? dash),
    String(loadedMemory ?? dash),
  ]);
  return ['', ...table(['', 'ready s', 'idle MiB', 'after load MiB'], rows)];
}

export const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node.js ${process.versions.node}`;
