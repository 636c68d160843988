import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { useClient } from 'urql';
import {
  PaletteSearchDocument,
  type PaletteSearchQueryVariables,
} from '#client/generated/entities.generated.ts';
import { entities } from '#client/generated/entities.ts';
import type { Entity } from '#client/lib/entity.ts';
import { areaOf } from '#client/paths.ts';
import { PickerField } from '#client/ui/form/picker-field.tsx';
import { type Option, shownOptions } from '#client/ui/form/picker-options.tsx';
import { apiErrorOf } from './errors.ts';

type RelationFieldProps = Omit<ComponentProps<typeof PickerField>, 'find' | 'defaultValue'> & {
  type: (typeof entities)[number]['type'];
  /** The related record, with the fields of its palette entry. */
  defaultValue?: { id: string } | null | undefined;
};

/** Chooses a record of another entity, found as in the command palette. Its value is the ID. */
export function RelationField({ type, defaultValue, ...field }: RelationFieldProps) {
  const client = useClient();
  const area = areaOf(useLocation().pathname);
  const entity: Entity | undefined = entities.find((each) => each.type === type);
  if (!entity) throw new Error(`There is no entity ${type}.`);
  const shown = entity;

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

  return (
    <PickerField {...field} find={find} defaultValue={defaultValue && optionOf(defaultValue)} />
  );
}
