import Fastify from 'fastify';
import mercurius from 'mercurius';
import { findUser, resolvers, typeDefs } from './by-hand.mjs';

const app = Fastify();
app.register(mercurius, {
  schema: typeDefs,
  resolvers,
  jit: 1,
  context: async ({ headers }) => ({ user: await findUser(headers.authorization) }),
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
