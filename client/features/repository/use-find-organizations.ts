import { useClient } from 'urql';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { type FindOptions, shownOptions } from '#client/ui/form/use-options.ts';
import { OrganizationOptionsDocument } from './organization-options.generated.ts';
import { useShowsOrganizations } from './use-organizations.ts';

/** Finds organizations that a new repository may belong to. Undefined where they aren't shown. */
export function useFindOrganizations(): FindOptions | undefined {
  const client = useClient();
  if (!useShowsOrganizations()) return undefined;
  return async (searchTerm) => {
    const { data, error } = await client.query(
      OrganizationOptionsDocument,
      { searchTerm, first: shownOptions },
      { requestPolicy: 'network-only' },
    );
    if (error) throw apiErrorOf(error);
    const found = data?.organizations?.nodes ?? [];
    return found.map(({ id, name, slug }) => ({ value: id, label: name, hint: slug }));
  };
}
