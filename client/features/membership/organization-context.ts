import { createContext, use } from 'react';
import type { OrganizationHeadFragment } from './membership.generated.ts';

/** The organization whose pages are shown; null elsewhere. */
export const OrganizationContext = createContext<OrganizationHeadFragment | null>(null);

export const useShownOrganization = () => use(OrganizationContext);

/** @throws {Error} outside an organization's pages */
export function useOrganization(): OrganizationHeadFragment {
  const organization = useShownOrganization();
  if (!organization) throw new Error('useOrganization must be used on a page of an organization');
  return organization;
}

/** The only owner can neither leave nor change role. */
export const isOnlyOwner = ({ viewerRole, ownerCount }: OrganizationHeadFragment) =>
  viewerRole === 'OWNER' && ownerCount === 1;
