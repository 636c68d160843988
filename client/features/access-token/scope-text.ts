import { useTranslation } from 'react-i18next';
import type { AccessTokenScope } from '#client/graphql/schema.generated.ts';
import { accessTokenScopes } from '#shared/access-token-scopes.ts';
import { nameOfEnum } from '#shared/enum-name.ts';

const nameOf = (scope: AccessTokenScope) => nameOfEnum(scope, accessTokenScopes) ?? scope;

/** The scope's resource: `repository` for `REPOSITORY_READ`. */
export const resourceOf = (scope: AccessTokenScope): string => nameOf(scope).split(':')[0] ?? '';

export function useScopeTexts() {
  const { t } = useTranslation('accessToken');
  const scopeText = (scope: AccessTokenScope) =>
    t(`scope.${scope}` as 'scope.REPOSITORY_READ', { defaultValue: nameOf(scope) });
  return {
    scopeText,
    limitedScopeText: (scope: AccessTokenScope) =>
      t(`scopeInOrganization.${scope}` as 'scopeInOrganization.ORGANIZATION_READ', {
        defaultValue: scopeText(scope),
      }),
    resourceText: (resource: string) =>
      t(`resource.${resource}` as 'resource.repository', { defaultValue: resource }),
  };
}
