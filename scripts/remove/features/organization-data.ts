import type { Feature } from '#scripts/remove/feature.ts';

/** What the database stores of organizations, and what goes with them. */
export const organizationData: Pick<Feature, 'stored' | 'discarded' | 'restored'> = {
  stored:
    /organization|member|^teams?$|^team_|invitation|^(repositoryCount|byManager|aboutPerson|shared)$/i,
  discarded: {
    // Without it, they would be about accounts, tokens and repositories of the installation.
    account_event: '"organizationId" IS NOT NULL',
    // With their members’ service accounts, their repositories and the access tokens that are limited to them.
    organization: 'true',
  },
  // Triggers that count and notify differ for tables with an organization.
  restored: { count_rows_of: 'repository', notify_changes_of: 'repository' },
};
