import { type ComponentProps, useState } from 'react';
import { useLocation } from 'react-router';
import { useClient, useQuery } from 'urql';
import { Can, useCan } from '#client/features/session/use-session.ts';
import {
  EntitySearchDocument,
  type EntitySearchQueryVariables,
} from '#client/generated/entities.generated.ts';
import { entities } from '#client/generated/entities.ts';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { areaOf } from '#client/paths.ts';
import { PickerField, PickerFilter } from '#client/ui/form/picker-field.tsx';
import { type Option, shownOptions } from '#client/ui/form/picker-options.tsx';
import { apiErrorOf } from './errors.ts';
import { type EntityType, entityOf } from './record-link.tsx';
import { RelatedRecordDocument } from './relation-field.generated.ts';

function useEntity(type: EntityType) {
  const client = useClient();
  const area = areaOf(useLocation().pathname);
  const { list, permission, entry } = entityOf(type);

  /** `node` was selected by the entity's fragment `<type>Entry`. */
  function optionOf(node: { id: string }): Option {
    const { title, subtitle } = entry(node, area);
    return { value: node.id, label: title, hint: subtitle };
  }

  async function find(searchTerm: string): Promise<Option[]> {
    const lists = entities.map((each) => [each.list, each.list === list]);
    const variables = { searchTerm, first: shownOptions, ...Object.fromEntries(lists) };
    const result = await client.query(
      EntitySearchDocument,
      variables as EntitySearchQueryVariables,
      { requestPolicy: 'network-only' },
    );
    if (result.error) throw apiErrorOf(result.error);
    const data = result.data as Record<string, { nodes: { id: string }[] } | null> | undefined;
    return (data?.[list]?.nodes ?? []).map(optionOf);
  }

  return { permission, optionOf, find };
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

type RelationFieldProps = Omit<ComponentProps<typeof PickerField>, 'find' | 'defaultValue'> & {
  type: EntityType;
  /** Parameter of the address with the ID of the record that a new one begins with, such as `?repository=…`. */
  param: string;
  /** The related record, with the fields of its entity's entry. */
  defaultValue?: { id: string } | null | undefined;
};

/**
 * Chooses a record of another entity, found by searching. Its value is the ID. Viewers who may not search these records
 * don't see an optional field, which then sends no value.
 */
export function RelationField({ type, param, defaultValue, ...field }: RelationFieldProps) {
  const { permission, optionOf, find } = useEntity(type);
  const named = useNamedRecord(type, defaultValue === undefined && param);
  const record = defaultValue ?? named;
  const chooser = <PickerField {...field} find={find} defaultValue={record && optionOf(record)} />;
  return field.optional ? <Can do={permission}>{chooser}</Can> : chooser;
}

type RelationFilterProps = { type: EntityType; param: string; label: string; value: string | null };

/** Filters a list by a record of another entity, for viewers who may search these. */
export function RelationFilter({ type, param, label, value }: RelationFilterProps) {
  const { permission, optionOf, find } = useEntity(type);
  const replaceParam = useReplaceParam(param);
  const [picked, setPicked] = useState<Option | null>(null);
  const [{ data, fetching }] = useQuery({
    query: RelatedRecordDocument,
    variables: { id: value ?? '' },
    pause: value === null || value === picked?.value,
  });
  if (!useCan(permission)) return null;

  function optionFor(id: string): Option {
    if (picked?.value === id) return picked;
    return data?.node?.id === id ? optionOf(data.node) : { value: id, label: fetching ? '…' : id };
  }

  return (
    <PickerFilter
      label={label}
      find={find}
      chosen={value === null ? null : optionFor(value)}
      onChoose={(option) => {
        setPicked(option);
        replaceParam(option?.value ?? '');
      }}
    />
  );
}
