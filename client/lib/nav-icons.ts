import {
  FolderGit2,
  House,
  LayoutDashboard,
  Smartphone,
  UserRound,
  UsersRound,
} from 'lucide-react';

/** Icons of the navigation. The route table names them, so that /login does not load them. */
export const navIcons = {
  account: UserRound,
  app: Smartphone,
  home: House,
  manager: LayoutDashboard,
  repositories: FolderGit2,
  users: UsersRound,
} as const;

export type NavIcon = keyof typeof navIcons;
