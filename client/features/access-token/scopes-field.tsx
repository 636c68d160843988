import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '#client/graphql/schema.generated.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { AlertIcon } from '#client/ui/base/icons.tsx';
import { useFieldError } from '#client/ui/form/form-context.ts';
import { resourceOf, useScopeTexts } from './scope-text.ts';

/** What scopes allow, from the least to the most. Others come last. */
const actions = ['get', 'read', 'list', 'create', 'update', 'ban', 'revoke', 'delete'];

function rankOf(scope: Permission): number {
  const rank = actions.indexOf(scope.split('_').at(-1)?.toLowerCase() ?? '');
  return rank < 0 ? actions.length : rank;
}

type ScopesFieldProps = {
  scopes: readonly Permission[];
  /** Whether they are those of a token that is limited to an organization. */
  isLimited: boolean;
};

/** Checkboxes for scopes, by resource. The value of the field `scopes` is the chosen ones, separated by spaces. */
export function ScopesField({ scopes, isLimited }: ScopesFieldProps) {
  const { t } = useTranslation('token');
  const { scopeText, limitedScopeText, resourceText } = useScopeTexts();
  const noteId = useId();
  const error = useFieldError('scopes');
  const [chosen, setChosen] = useState<readonly Permission[]>([]);
  const toggle = (scope: Permission) =>
    setChosen((all) =>
      all.includes(scope) ? all.filter((each) => each !== scope) : [...all, scope],
    );
  return (
    <fieldset className="grid gap-2" aria-describedby={noteId}>
      <legend className="mb-1.5 text-sm font-medium">{t('scopes')}</legend>
      <div className="divide-y divide-line rounded-control border border-line-strong">
        {[...new Set(scopes.map(resourceOf))].map((resource) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset within the fieldset is announced twice
          <div key={resource} role="group" aria-label={resourceText(resource)} className="p-3">
            <div aria-hidden="true" className="mb-1 text-xs font-medium text-text-muted">
              {resourceText(resource)}
            </div>
            <div className="grid sm:grid-cols-2 sm:gap-x-3">
              {scopes
                .filter((scope) => resourceOf(scope) === resource)
                .toSorted((one, other) => rankOf(one) - rankOf(other))
                .map((scope) => (
                  <label
                    key={scope}
                    className="flex min-h-8 cursor-pointer items-center gap-2.5 text-sm pointer-coarse:min-h-11"
                  >
                    {/* Without a value: the form reads the hidden field, which comes last. */}
                    <input
                      type="checkbox"
                      name="scopes"
                      value=""
                      checked={chosen.includes(scope)}
                      onChange={() => toggle(scope)}
                      aria-invalid={error ? true : undefined}
                      className="size-4 shrink-0 accent-accent"
                    />
                    {isLimited ? limitedScopeText(scope) : scopeText(scope)}
                  </label>
                ))}
            </div>
          </div>
        ))}
      </div>
      <input type="hidden" name="scopes" value={chosen.join(' ')} />
      {error ? (
        <p id={noteId} role="alert" className="flex gap-1.5 text-sm text-danger-text">
          <AlertIcon />
          {errorText(error)}
        </p>
      ) : (
        <p id={noteId} className="text-sm text-text-muted">
          {t('scopesHint')}
        </p>
      )}
    </fieldset>
  );
}
