import { useLocation } from 'react-router';
import { type AccountSection, accountSections } from '#client/paths.ts';

/** The section at a path such as `/app/account/security`; undefined for the profile. */
export function findSection(pathname: string): AccountSection | undefined {
  const [, , page, name] = pathname.split('/');
  return page === 'account' ? accountSections.find((section) => section === name) : undefined;
}

export function useSection(): AccountSection | undefined {
  return findSection(useLocation().pathname);
}
