import { useRouteLoaderData } from '@remix-run/react';
import { Tabs } from '../../components/index.ts';
import type { loader as loadUserShell } from '../shell/user.tsx';

const tabs = [
  { to: '/user/profile', label: 'My Profile' },
  { to: '/user/profile/security', label: 'Passwords & Security' },
  { to: '/user/profile/privacy', label: 'Privacy & Data' },
  { to: '/user/profile/company', label: 'Company Settings' },
  { to: '/user/profile/accounting', label: 'Accounting Details' },
] as const;

/**
 * The profile's panels (doc2 §2.1). Company Settings is for a company's team, and only its owner sees the settings
 * (D99). Accounting Details is for everybody (D60).
 */
export function ProfileTabs({ current }: { current: (typeof tabs)[number]['label'] }) {
  const shell = useRouteLoaderData<typeof loadUserShell>('routes/shell/user');
  const shown = tabs.filter(({ label }) => label !== 'Company Settings' || shell?.companySettings);
  return <Tabs label="Profile" items={shown.map((tab) => ({ ...tab, current: tab.label === current }))} />;
}
