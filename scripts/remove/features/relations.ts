import type { Feature } from '#scripts/remove/feature.ts';

export const relations: Feature = {
  name: 'relations',
  purpose: 'fields, links and lists of the records that belong to another one',
  users: ['generators', 'organizations'],
  keptBy:
    /-section\.tsx|ChildList|DateTimeField|DayText|PickerField|RecordLink|Relation(Field|Filter)/,
  files: [
    'client/generated/sections.ts',
    'client/graphql/{child-list,record-link,record-sections,relation-field}.*',
    'client/ui/form/picker-{field,options}.tsx',
    'tests/client/ui/{child-list,date-time-field,picker-field,record-link,relation-field}.test.tsx',
  ],
  names:
    /ChildList|DateTimeField|DayText|Picker(Field|Filter|Options)|Record(Link|Sections?)|Relation(Field|Filter)|picker-(field|options)|record-sections|writeSections|-section\.tsx|^picker$|^(picked|pick|expectPicked)One$/,
  absent: /^wholeText$/,
  prose: /`(ChildList|DayText|PickerField|RecordLink|RelationField)`/,
};
