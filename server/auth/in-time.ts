/** How long somebody else's server may take to answer while a person waits. */
const patienceMilliseconds = 8_000;

/**
 * Waits for what depends on somebody else's server, but not for ever.
 *
 * @throws whatever `work` throws, or that there was no answer in time
 */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patienceMilliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
