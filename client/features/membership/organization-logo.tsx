import { Avatar } from '#client/ui/base/avatar.tsx';

type OrganizationLogoProps = {
  id: string;
  name: string;
  size?: 'tiny' | 'small' | 'normal' | 'large';
};

/** The initials of an organization on a colour of its ID: square, as people are round. Decorative. */
export const OrganizationLogo = (props: OrganizationLogoProps) => <Avatar {...props} square />;
