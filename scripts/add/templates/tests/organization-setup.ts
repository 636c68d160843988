/** An organization of the user in browser tests of entities that belong to one, or whose relations do. */
import { dropped, type RelatedEntity } from '#scripts/add/spec.ts';

/** In tests/e2e/<entities>.spec.ts. */
export const organizationBrowserSetup = (targets: readonly RelatedEntity[]): string =>
  targets.some(({ owner, type }) => owner === 'organization' || type === 'Organization')
    ? `const { id: ownerId } = await databaseAt(database.url).user.findUniqueOrThrow({ where: { email } });
  const organization = await createOrganization(databaseAt(database.url), { ownerId, name: unique('Organization') });`
    : dropped;
