import { useClient } from 'urql';
import { useCan } from '#client/features/session/use-session.ts';
import { apiErrorOf } from '#client/graphql/errors.ts';
import { PickerField } from '#client/ui/form/picker-field.tsx';
import { type Option, shownOptions } from '#client/ui/form/picker-options.tsx';
import { fold } from '#shared/fold.ts';
import type { SharedPermission } from '#shared/organization-roles.ts';
import { useOrganizationsWith } from './can-somewhere.tsx';
import { OrganizationChoicesDocument } from './organization-permissions.generated.ts';

type OrganizationFieldProps = {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  empty?: string;
  /** What the viewer must be allowed to do in the organizations on offer. */
  permission: SharedPermission;
};

type Choice = { id: string; name: string; slug: string };

const optionOf = ({ id, name, slug }: Choice): Option => ({ value: id, label: name, hint: slug });

/** Chooses an organization. Its value is the ID. */
export function OrganizationField({ permission, ...field }: OrganizationFieldProps) {
  const client = useClient();
  const canEverywhere = useCan(permission);
  const own = useOrganizationsWith(permission, { pause: canEverywhere }) ?? [];

  async function find(searchTerm: string): Promise<Option[]> {
    if (!canEverywhere)
      return own.filter(matching(searchTerm)).slice(0, shownOptions).map(optionOf);
    const { data, error } = await client.query(
      OrganizationChoicesDocument,
      { searchTerm, first: shownOptions },
      { requestPolicy: 'network-only' },
    );
    if (error) throw apiErrorOf(error);
    return (data?.organizations?.nodes ?? []).map(optionOf);
  }

  return <PickerField {...field} find={find} />;
}

/** Whether an organization's name or short name contains the term, whatever its accents. */
export function matching(searchTerm: string) {
  const term = fold(searchTerm);
  return ({ name, slug }: Choice) => [name, slug].some((text) => fold(text).includes(term));
}
