/** GraphiQL's editor runs workers from blobs. */
export const graphiqlWorkers: readonly string[] = ['blob:'];
