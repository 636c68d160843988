import type { Feature } from '#scripts/remove/feature.ts';

export const relations: Feature = {
  name: 'relations',
  purpose: 'fields, links and lists of the records that belong to another one',
  users: ['generators', 'organizations'],
  keptBy: ['client/features/**/*.tsx'],
  files: [
    'client/graphql/{child-list,record-link,relation-field}.tsx',
    'client/ui/form/picker-{field,options}.tsx',
    'tests/client/ui/{child-list,date-time-field,picker-field,record-link,relation-field}.test.tsx',
  ],
  names:
    /ChildList|DateTimeField|DayText|Picker(Field|Filter|Options)|RecordLink|Relation(Field|Filter)|picker-(field|options)|^picker$|^(picked|pick|expectPicked)One$/,
  prose: /`(ChildList|DayText|PickerField|RecordLink|RelationField)`/,
};
