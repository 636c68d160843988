import { type MouseEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccessTokenScope } from '#client/graphql/schema.generated.ts';
import { Checkbox } from '#client/ui/form/choice-field.tsx';
import { FieldNote, useFieldError } from '#client/ui/form/field.tsx';
import { accessTokenScopes } from '#shared/access-token-scopes.ts';
import { nameOfEnum } from '#shared/enum-name.ts';

const nameOf = (scope: AccessTokenScope) => nameOfEnum(scope, accessTokenScopes) ?? scope;

/** The scope's resource: `repository` for `REPOSITORY_READ`. */
const resourceOf = (scope: AccessTokenScope): string => nameOf(scope).split(':')[0] ?? '';

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

/** Sorted from least to most powerful. Unknown actions go last. */
const actions = ['get', 'read', 'list', 'create', 'update', 'ban', 'revoke', 'delete'];

function rankOf(scope: AccessTokenScope): number {
  const rank = actions.indexOf(scope.split('_').at(-1)?.toLowerCase() ?? '');
  return rank < 0 ? actions.length : rank;
}

/** Checks every box of the group around a button. Its boxes are uncontrolled. */
function selectGroup({ currentTarget }: MouseEvent) {
  const group = currentTarget.closest('[role=group]');
  for (const box of group?.querySelectorAll<HTMLInputElement>('input:not(:checked)') ?? [])
    box.click();
}

type ScopesFieldProps = {
  scopes: readonly AccessTokenScope[];
  inOrganization: boolean;
};

export function ScopesField({ scopes, inOrganization }: ScopesFieldProps) {
  const { t } = useTranslation('accessToken');
  const { scopeText, limitedScopeText, resourceText } = useScopeTexts();
  const noteId = useId();
  const error = useFieldError('scopes');
  return (
    <fieldset className="grid gap-2" aria-describedby={noteId}>
      <legend className="mb-3 text-sm font-medium">{t('scopes')}</legend>
      <div className="grid gap-4">
        {[...new Set(scopes.map(resourceOf))].map((resource) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset within the fieldset is announced twice
          <div key={resource} role="group" aria-label={resourceText(resource)}>
            <div className="flex justify-between border-b border-line pb-1 text-sm text-text-muted">
              <span aria-hidden="true">{resourceText(resource)}</span>
              <button
                type="button"
                aria-label={t('selectAllOf', { resource: resourceText(resource) })}
                className="touch-target rounded-sm font-medium text-accent-text hover:underline"
                onClick={selectGroup}
              >
                {t('selectAll')}
              </button>
            </div>
            <div className="grid grid-cols-2 gap-x-3">
              {scopes
                .filter((scope) => resourceOf(scope) === resource)
                .toSorted((one, other) => rankOf(one) - rankOf(other))
                .map((scope) => (
                  <Checkbox
                    key={scope}
                    name="scopes"
                    value={scope}
                    label={inOrganization ? limitedScopeText(scope) : scopeText(scope)}
                    aria-invalid={error ? true : undefined}
                  />
                ))}
            </div>
          </div>
        ))}
      </div>
      <FieldNote id={noteId} name="scopes" hint={t('scopesHint')} />
    </fieldset>
  );
}
