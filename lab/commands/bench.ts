/** npm run bench [-- requests|events|pages] [options]: benchmarks, see lab/bench/README.md. */

import { parseArgs } from 'node:util';
import { type WorkloadName, workloads } from '#lab/bench/workloads.ts';
import { build } from '#scripts/build.ts';
import { runTask } from '#scripts/lib/task.ts';
import { CliError } from '#server/progress.ts';

const names = Object.keys(workloads) as WorkloadName[];

function readNumbers(option: string, value: string): number[] {
  const numbers = value.split(',').map(Number);
  if (numbers.every((number) => Number.isInteger(number) && number > 0)) return numbers;
  throw new CliError(`--${option} is ${value}.`, `Give whole numbers, as in --${option} 10.`);
}

function readWorkloads(value: string): WorkloadName[] {
  const chosen = value.split(',');
  const unknown = chosen.find((name) => !names.includes(name as WorkloadName));
  if (unknown === undefined) return chosen as WorkloadName[];
  throw new CliError(`There is no workload ${unknown}.`, `Choose from ${names.join(', ')}.`);
}

async function benchRequests(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '200000' },
      workloads: { type: 'string', default: names.join() },
      connections: { type: 'string', default: '10,50,200' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const [rows = 0] = readNumbers('rows', values.rows);
  const [seconds = 0] = readNumbers('seconds', values.seconds);
  const [rounds = 0] = readNumbers('rounds', values.rounds);
  if (rows < 10_000) throw new CliError(`--rows is ${rows}.`, 'Give at least 10000.');
  const options = {
    rows,
    seconds,
    rounds,
    workloads: readWorkloads(values.workloads),
    connections: readNumbers('connections', values.connections),
  };
  await build();
  const { benchApi } = await import('#lab/bench/api.ts');
  return (await benchApi(options)) ? 0 : 1;
}

const benchmarks: Record<string, (args: string[]) => Promise<number>> = {
  requests: benchRequests,
  events: async () => {
    await build();
    const { benchEvents } = await import('#lab/bench/live-events.ts');
    await benchEvents();
    return 0;
  },
  pages: async () => {
    await build();
    const { benchPages } = await import('#lab/bench/pages.ts');
    await benchPages();
    return 0;
  },
};

if (import.meta.main) {
  await runTask(async (args) => {
    const named = args[0] && !args[0].startsWith('-');
    const benchmark = benchmarks[named ? String(args[0]) : 'requests'];
    if (!benchmark)
      throw new CliError(
        `There is no benchmark ${args[0]}.`,
        `Choose from ${Object.keys(benchmarks).join(', ')}.`,
      );
    return await benchmark(named ? args.slice(1) : args);
  });
}
