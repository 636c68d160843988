import { limits } from '#shared/limits.ts';

export const fieldErrors = [
  'NAME_REQUIRED',
  'NAME_INVALID',
  'NAME_TOO_LONG',
  'NAME_ALREADY_USED',
  'LINK_REQUIRED',
  'LINK_INVALID',
  'LINK_TOO_SHORT',
  'LINK_TOO_LONG',
  'LINK_WITHOUT_DOT',
  'DESCRIPTION_INVALID',
  'DESCRIPTION_TOO_LONG',
] as const;

export const organizationErrors = ['NOT_FOUND', 'ORGANIZATION_REPOSITORY_LIMIT_REACHED'] as const;

export const nameFormat = `Unique, 1 to ${limits.repositoryNameMax} characters`;
export const linkFormat = `An http or https URL of ${limits.linkMin} to ${limits.linkMax.toLocaleString('en')} characters; \`https://\` is added if it has no scheme`;
export const descriptionFormat = `At most ${limits.descriptionMax.toLocaleString('en')} characters`;
