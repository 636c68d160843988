import { optionalFlag, type Variable } from './schemas.ts';

export const organizationVariables = {
  ORGANIZATIONS: {
    schema: optionalFlag(),
    description:
      'Whether users can create organizations with members, teams and repositories. false removes organizations from the interface and the API but keeps stored data. Default: true; in production false.',
    example: 'true',
  },
} satisfies Record<string, Variable>;

export const organizationGroup = { title: 'Features', variables: organizationVariables };
