import type { HttpClient } from '#lab/support/http-client.ts';
import { pause } from '#lab/support/wait.ts';

const writers = 6;
const readers = 4;

const create = `mutation ($name: String!) {
  createRepository(input: { name: $name, link: "git.example.com/x" }) {
    repository { id } errors { code } } }`;
const find = 'query ($id: ID!) { repository(id: $id) { id } }';
const list = '{ repositories(first: 20) { nodes { id name } } }';

export type Outcome = { at: number; isWrite: boolean; isFine: boolean; what: string };

export type Load = ReturnType<typeof startLoad>;

export function startLoad(people: readonly HttpClient[]) {
  const outcomes: Outcome[] = [];
  const written: string[] = [];
  const stale: string[] = [];
  let isOver = false;

  async function ask(person: HttpClient, query: string, variables: object, isWrite: boolean) {
    const note = (isFine: boolean, what: string) =>
      void outcomes.push({ at: performance.now(), isWrite, isFine, what });
    try {
      const { data, codes, status } = await person.graphql(query, variables);
      const isFine = status === 200 && codes.length === 0;
      note(isFine, isFine ? '' : `${status} ${codes.join()}`);
      return isFine ? data : undefined;
    } catch (error) {
      note(false, (error as Error).message);
      return undefined;
    }
  }

  async function write(person: HttpClient, writer: number): Promise<void> {
    for (let i = 0; !isOver; i += 1) {
      const data = await ask(person, create, { name: `c ${writer} ${i} ${Date.now()}` }, true);
      const id: string | undefined = data?.createRepository?.repository?.id;
      if (!id) {
        await pause(50);
        continue;
      }
      written.push(id);
      const read = await ask(person, find, { id }, false);
      if (read && !read.repository) stale.push(id);
      await pause(10);
    }
  }

  async function read(person: HttpClient): Promise<void> {
    while (!isOver) {
      await ask(person, list, {}, false);
      await pause(20);
    }
  }

  const running = [
    ...Array.from({ length: writers }, (_, i) => write(people[i % people.length] as HttpClient, i)),
    ...Array.from({ length: readers }, (_, i) => read(people.at(-1 - i) as HttpClient)),
  ];
  return {
    outcomes,
    written,
    stale,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(running);
    },
  };
}

export function longestGap(outcomes: readonly Outcome[], begin: number): number {
  const times = outcomes.filter(({ isWrite, isFine, at }) => isWrite && isFine && at >= begin);
  const ends = [...times.map(({ at }) => at), performance.now()];
  return Math.max(...ends.map((at, i) => at - (ends[i - 1] ?? begin))) / 1_000;
}
