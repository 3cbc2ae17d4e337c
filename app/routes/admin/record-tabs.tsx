import { Tabs } from '../../components/index.ts';

interface RecordTabsProps {
  userid: string;
  current: 'Personal Profile' | 'Enterprise Profile' | 'Timeline';
}

/** The tabs of a person's record (doc3 §2), and everything that happened to them. */
export function RecordTabs({ userid, current }: RecordTabsProps) {
  const tabs = [
    { to: `/admin/user/${userid}`, label: 'Personal Profile' },
    { to: `/admin/user/${userid}/enterprise`, label: 'Enterprise Profile' },
    { to: `/admin/user/${userid}/timeline`, label: 'Timeline' },
  ] as const;
  return <Tabs label="Record" items={tabs.map((tab) => ({ ...tab, current: tab.label === current }))} />;
}
