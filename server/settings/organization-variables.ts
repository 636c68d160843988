import { optionalFlag, type Variable } from './schemas.ts';

export const organizationVariables = {
  ORGANIZATIONS: {
    schema: optionalFlag(),
    description:
      'Whether users can create organizations with members, teams and repositories. false hides organizations in the interface and refuses changes to them in the API. What is stored is kept, and only managers read it. Default: true; in production false.',
    example: 'true',
  },
} satisfies Record<string, Variable>;

export const organizationGroup = { title: 'Features', variables: organizationVariables };
