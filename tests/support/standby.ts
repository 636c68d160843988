import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandby } from '@atrium/embedded-postgres/standby';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';

const settings = { fsync: 'off', shared_buffers: '32MB' };

export type WithStandby = Awaited<ReturnType<typeof startWithStandby>>;

export async function startWithStandby() {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-standby-'));
  const primary = await startEmbedded({ dataDir, settings });
  await migrate(primary.url);
  const standby = await startStandby(primary, settings);
  return {
    url: primary.url,
    standbyUrl: standby.url,
    setReplay: standby.setReplay,
    stopStandby: standby.stop,
    async stop(): Promise<void> {
      await standby.stop();
      await primary.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
