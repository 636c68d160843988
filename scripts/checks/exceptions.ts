/** What the counts allow, by path. Each has its reason, and one that is no longer needed is an error. */

/** How many places are allowed per path; one by default. */
export type Allowed = Record<string, { count?: number; because: string }>;

export const allowedRooms: Allowed = {
  'lab/e2e': { because: 'one file per part of the interface, found by its name' },
  'lab/security': { because: 'one file per kind of attack, found by its name' },
  'lab/server': { because: 'one file per promise of the server, found by its name' },
  'tests/server': { because: 'one file per promise of the server, found by its name' },
  'tests/support': { because: 'what the tests of all kinds share' },
};

export const allowedFiles: Allowed = {
  'client/routes.tsx': { because: 'the route table is read as a whole' },
};

export const allowedCasts: Allowed = {
  'packages/pothos-loaded-columns/src/index.ts': {
    because: 'a Pothos plugin is generic in the types of its builder',
  },
  'server/auth/email-code/captcha.ts': {
    because: 'better-auth types the context of a plugin without the options of the instance',
  },
  'server/database/client.ts': {
    because: 'Prisma types an extended client without `$on`, and statements without their rows',
  },
  'server/database/models.ts': { because: 'a delegate by the name of its model' },
  'server/graphql/building/mutation.ts': {
    because: 'Pothos types arguments by whether there is an input',
  },
  'server/graphql/building/visibility.ts': {
    count: 3,
    because: 'a Pothos plugin is generic in the types of its builder',
  },
  'server/i18n.ts': { because: 'i18next types keys of the client’s texts in the tests' },
};

export const allowedEntityNames: Allowed = {};

export const allowedPrivateParts: Allowed = {};
