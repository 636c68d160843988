import { createServer } from 'node:http';
import pg from 'pg';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { findUser } from './session.mjs';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  schema: {
    defaultBehavior:
      '+query:resource:connection +resource:single +resource:insert +filter -delete -update',
  },
  grafast: {
    explain: false,
    async context({ node }) {
      const user = await findUser(pool, node?.req.headers.authorization);
      if (!user) throw new Error('unauthorized');
      return { user };
    },
  },
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
await instance.getSchema();
server.listen(Number(process.env.PORT), '127.0.0.1');
