/** What Yoga itself costs. */
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { findUser, resolvers, typeDefs } from './by-hand.mjs';

const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers }),
  context: async ({ request }) => ({ user: await findUser(request.headers.get('authorization')) }),
});
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
