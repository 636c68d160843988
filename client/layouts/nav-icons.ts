import {
  Activity,
  Bot,
  Building2,
  House,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Smartphone,
  UserRound,
} from 'lucide-react';
import { entities } from '#client/generated/entities.ts';
import type { Entity } from '#client/lib/entity.ts';
import type { NavIcon } from '#client/lib/navigation.ts';

const all: readonly Entity[] = entities;

export const navIcons = {
  account: UserRound,
  app: Smartphone,
  auditLog: ScrollText,
  home: House,
  manager: LayoutDashboard,
  organizations: Building2,
  serviceAccounts: Bot,
  system: Activity,
  ...Object.fromEntries(all.map(({ list, icon, listIcon = icon }) => [list, listIcon])),
} as Record<NavIcon, LucideIcon>;
