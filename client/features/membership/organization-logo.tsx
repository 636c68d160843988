import { Avatar } from '#client/ui/base/avatar.tsx';

type OrganizationLogoProps = {
  id: string;
  name: string;
  size?: 'tiny' | 'small' | 'normal' | 'large';
};

/** Initials on a color derived from the ID. Square, because users' avatars are round. Decorative. */
export const OrganizationLogo = (props: OrganizationLogoProps) => <Avatar {...props} square />;
