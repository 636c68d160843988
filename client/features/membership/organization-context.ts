import { createContext, use } from 'react';
import type { OrganizationHeadFragment } from './membership.generated.ts';

/** The organization whose pages are shown; null elsewhere. */
export const OrganizationContext = createContext<OrganizationHeadFragment | null>(null);

/** The organization whose pages are shown, or null on other pages. */
export const useShownOrganization = () => use(OrganizationContext);

/** The organization whose pages are shown. */
export function useOrganization(): OrganizationHeadFragment {
  const organization = useShownOrganization();
  if (!organization) throw new Error('useOrganization must be used on a page of an organization');
  return organization;
}
