import type { HttpClient } from '#lab/support/http-client.ts';
import { openStream, type Stream } from '#lab/support/live-streams.ts';
import { pause } from '#lab/support/wait.ts';
import type { Figures } from './figures.ts';

/** Streams of a person at work, opened again whenever they end. */
export function keepLiveStreams(client: HttpClient, count: number, figures: Figures) {
  let isClosed = true;
  let generation = 0;
  const streams: (Stream | undefined)[] = [];

  async function keep(index: number, mine: number): Promise<void> {
    let isAgain = false;
    while (!isClosed && generation === mine) {
      const stream = await openStream(client).catch(() => undefined);
      if (isAgain) figures.reopenedLiveStreams += 1;
      isAgain = true;
      streams[index] = stream;
      if (isClosed || generation !== mine) stream?.close();
      while (stream && !stream.isOver) {
        await pause(250);
        if (stream.text.length > 20_000) stream.text = stream.text.slice(-10_000);
      }
      // Clients of the product spread their reconnection attempts, too.
      await pause(1_000 * (0.5 + Math.random()));
    }
  }

  return {
    async open() {
      isClosed = false;
      generation += 1;
      const mine = generation;
      for (let index = 0; index < count; index += 1) void keep(index, mine);
      await pause(200);
    },
    close() {
      isClosed = true;
      for (const stream of streams) stream?.close();
    },
    heard: (id: string) => streams.filter((stream) => stream?.text.includes(id)).length,
  };
}
