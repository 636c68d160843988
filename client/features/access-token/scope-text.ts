import { useTranslation } from 'react-i18next';
import type { Permission } from '#client/graphql/schema.generated.ts';
import { nameOfEnum } from '#shared/enum-name.ts';
import { permissions } from '#shared/permissions.ts';

const nameOf = (scope: Permission) => nameOfEnum(scope, permissions) ?? scope;

/** The resource that a scope is about: `repository` for `REPOSITORY_READ`. */
export const resourceOf = (scope: Permission): string => nameOf(scope).split(':')[0] ?? '';

/** The words for scopes and their resources. One without a text is shown by its name. */
export function useScopeTexts() {
  const { t } = useTranslation('token');
  const scopeText = (scope: Permission) =>
    t(`scope.${scope}` as 'scope.REPOSITORY_READ', { defaultValue: nameOf(scope) });
  return {
    scopeText,
    /** The words for the scopes of a token that is limited to an organization. */
    limitedScopeText: (scope: Permission) =>
      t(`limited.${scope}` as 'limited.ORGANIZATION_READ', { defaultValue: scopeText(scope) }),
    resourceText: (resource: string) =>
      t(`resource.${resource}` as 'resource.repository', { defaultValue: resource }),
  };
}
