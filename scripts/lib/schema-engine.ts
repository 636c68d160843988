import { readFileSync } from 'node:fs';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { DiffTarget, SchemaEngine } from '@prisma/schema-engine-wasm';
import { fromRoot } from './task.ts';

const noFilter = { externalTables: [], externalEnums: [] };

/**
 * Runs `work` with Prisma's schema engine, connected to the PostgreSQL at `url`. Uses WebAssembly, because `prisma
 * migrate` downloads a native engine.
 */
export async function withSchemaEngine<Result>(
  url: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const { SchemaEngine } = await importEngine();
  const factory = new PrismaPg({ connectionString: url, connectionTimeoutMillis: 5000 });
  const connect = factory.connect.bind(factory);
  const adapters: Awaited<ReturnType<typeof connect>>[] = [];
  factory.connect = async () => {
    const adapter = await connect();
    adapters.push(adapter);
    return adapter;
  };
  const schema = readFileSync(fromRoot('prisma', 'schema.prisma'), 'utf8');
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  try {
    return await work(engine);
  } finally {
    engine.free();
    await Promise.all(adapters.map((adapter) => adapter.dispose().catch(() => {})));
  }
}

/** Without the warning of Node.js that modules of WebAssembly are experimental. */
async function importEngine() {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await import('@prisma/schema-engine-wasm');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** SQL that migrates from one Prisma schema to another. */
export async function diffSchemas(url: string, from: string, to: string): Promise<string> {
  const target = (content: string): DiffTarget => ({
    tag: 'schemaDatamodel',
    files: [{ path: 'schema.prisma', content }],
  });
  return withSchemaEngine(url, async (engine) => {
    const { stdout } = await engine.diff({
      from: target(from),
      to: target(to),
      script: true,
      exitCode: null,
      filters: noFilter,
    });
    return stdout ?? '';
  });
}
