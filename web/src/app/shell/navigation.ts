import { IconLayoutDashboard, IconMessages, IconPlugConnected, IconSparkles } from '@tabler/icons-react';

/** Entries of the sidebar in the order of specification.md section 2; only what works is listed. */
export const userEntries = [
  { key: 'dashboard', href: '/dashboard', Icon: IconLayoutDashboard },
  { key: 'reviews', href: '/reviews', Icon: IconMessages },
  { key: 'connections', href: '/connections', Icon: IconPlugConnected },
  { key: 'widgets', href: '/widgets', Icon: IconSparkles },
] as const;

export const adminEntries = [
  { key: 'adminDashboard', href: '/admin/dashboard', Icon: IconLayoutDashboard },
] as const;
