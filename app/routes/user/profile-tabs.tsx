import { Tabs } from '../../components/index.ts';

const tabs = [
  { to: '/user/profile', label: 'My Profile' },
  { to: '/user/profile/security', label: 'Passwords & Security' },
  { to: '/user/profile/privacy', label: 'Privacy & Data' },
  { to: '/user/profile/accounting', label: 'Accounting Details' },
] as const;

/** The profile's panels (doc2 §2.1). Accounting Details is for everyone (D60). */
export function ProfileTabs({ current }: { current: (typeof tabs)[number]['label'] }) {
  return <Tabs label="Profile" items={tabs.map((tab) => ({ ...tab, current: tab.label === current }))} />;
}
