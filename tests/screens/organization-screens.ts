import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const home = '/app/organizations/maison-lumiere';

const click = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click();
  await page.waitForTimeout(600);
};

export const organizationScreens: Screen[] = [
  { name: 'organizations', path: '/app/organizations' },
  { name: 'organization-new', path: '/app/organizations/new' },
  { name: 'organization', path: home },
  { name: 'organization-repositories', path: `${home}/repositories` },
  { name: 'organization-members', path: `${home}/members` },
  {
    name: 'organization-member-menu',
    path: `${home}/members`,
    prepare: click('main li [aria-haspopup=menu]'),
  },
  { name: 'organization-teams', path: `${home}/teams` },
  { name: 'organization-team', path: `${home}/teams`, prepare: click('main a[href*="/teams/"]') },
  { name: 'organization-invitations', path: `${home}/invitations` },
  { name: 'organization-invite', path: `${home}/invitations?new=1` },
  { name: 'organization-service-accounts', path: `${home}/service-accounts` },
  { name: 'organization-service-account-new', path: `${home}/service-accounts?new=1` },
  { name: 'organization-settings', path: `${home}/settings` },
  { name: 'organization-not-a-member', path: '/app/organizations/baobab-labs' },
  { name: 'switcher', path: home, prepare: click('header [aria-haspopup=menu]') },
  { name: 'account-organizations', path: '/app/account/organizations' },
  { name: 'invitation-not-found', path: '/app/invitations/inv_01h455vb4pex5vsknk084sn02q' },
  { name: 'invitation-of-others', path: '/app/invitations/inv_x?email=grace%40example.org' },
  { name: 'manager-organizations', path: '/manager/organizations' },
  { name: 'manager-organization', path: '/manager/organizations', prepare: click('main li a') },
  { name: 'audit-log', path: '/manager/audit-log' },
  { name: 'repositories-import', path: '/manager/repositories/csv-import' },
];
