/** An organization of the user in tests of entities that belong to one, or whose relations do. */
import { dropped, type RelatedEntity } from '#scripts/add/spec.ts';

const needsOrganization = (targets: readonly RelatedEntity[]) =>
  targets.some(({ owner, type }) => owner === 'organization' || type === 'Organization');

/** In tests/server/<entities>.test.ts. */
export const organizationSetup = (targets: readonly RelatedEntity[]): string =>
  needsOrganization(targets)
    ? 'const organization = await createOrganization(database, { ownerId: user.id });'
    : dropped;

/** In tests/e2e/<entities>.spec.ts. */
export const organizationBrowserSetup = (targets: readonly RelatedEntity[]): string =>
  needsOrganization(targets)
    ? `const { id: ownerId } = await databaseAt(database.url).user.findUniqueOrThrow({ where: { email } });
  const organization = await createOrganization(databaseAt(database.url), { ownerId, name: unique('Organization') });`
    : dropped;
