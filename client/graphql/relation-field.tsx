import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { useClient, useQuery } from 'urql';
import {
  PaletteSearchDocument,
  type PaletteSearchQueryVariables,
} from '#client/generated/entities.generated.ts';
import { entities } from '#client/generated/entities.ts';
import { useSearch } from '#client/lib/address/use-search.ts';
import type { Entity } from '#client/lib/entity.ts';
import { areaOf } from '#client/paths.ts';
import { PickerField } from '#client/ui/form/picker-field.tsx';
import { type Option, shownOptions } from '#client/ui/form/picker-options.tsx';
import { apiErrorOf } from './errors.ts';
import { RelatedRecordDocument } from './relation-field.generated.ts';

type RelationFieldProps = Omit<ComponentProps<typeof PickerField>, 'find' | 'defaultValue'> & {
  type: (typeof entities)[number]['type'];
  /** Parameter of the address with the ID of the record that a new one begins with, such as `?repository=…`. */
  param: string;
  /** The related record, with the fields of its palette entry. */
  defaultValue?: { id: string } | null | undefined;
};

/** Chooses a record of another entity, found as in the command palette. Its value is the ID. */
export function RelationField({ type, param, defaultValue, ...field }: RelationFieldProps) {
  const client = useClient();
  const area = areaOf(useLocation().pathname);
  const entity: Entity | undefined = entities.find((each) => each.type === type);
  if (!entity) throw new Error(`There is no entity ${type}.`);
  const shown = entity;
  const named = useNamedRecord(type, defaultValue === undefined && param);
  const record = defaultValue ?? named;

  /** `node` was selected by the entity's fragment `<type>Entry`. */
  function optionOf(node: { id: string }): Option {
    const { title, subtitle } = shown.entry(node, area);
    return { value: node.id, label: title, hint: subtitle };
  }

  async function find(searchTerm: string): Promise<Option[]> {
    const lists = entities.map(({ list }) => [list, list === entity?.list]);
    const variables = { searchTerm, first: shownOptions, ...Object.fromEntries(lists) };
    const result = await client.query(
      PaletteSearchDocument,
      variables as PaletteSearchQueryVariables,
      { requestPolicy: 'network-only' },
    );
    if (result.error) throw apiErrorOf(result.error);
    const data = result.data as Record<string, { nodes: { id: string }[] } | null> | undefined;
    return (data?.[entity?.list ?? '']?.nodes ?? []).map(optionOf);
  }

  return <PickerField {...field} find={find} defaultValue={record && optionOf(record)} />;
}

/** Lets a form wait for its values: what is entered later would be an unsaved change. */
const waiting = { suspense: true };

/** The record that the address names by a parameter, if it is of this type. */
function useNamedRecord(type: string, param: string | false) {
  const id = useSearch().get(param || '') ?? '';
  const [{ data }] = useQuery({
    query: RelatedRecordDocument,
    variables: { id },
    pause: id === '',
    requestPolicy: 'cache-first',
    context: waiting,
  });
  return data?.node?.__typename === type ? data.node : undefined;
}
