import type { ReactNode } from 'react';
import { Crumbs, Page, Tabs } from '../../components/index.ts';

const tabs = [
  ['Subscribe', '/user/alerts/settings'],
  ['Compliance rule', '/user/alerts/rule'],
  ['Exceptions', '/user/alerts/exceptions'],
] as const;

interface SettingsPageProps {
  tab: (typeof tabs)[number][0];
  /** How many exceptions hold. */
  exceptions: number;
  children: ReactNode;
}

/** What the pages with the settings of alerts have in common. */
export function SettingsPage({ tab, exceptions, children }: SettingsPageProps) {
  return (
    <Page
      title="Alert settings"
      crumbs={<Crumbs trail={[['Alerts & Notifications', '/user/alerts']]}>Settings</Crumbs>}
    >
      <Tabs
        label="Alert settings"
        items={tabs.map(([label, to]) => ({
          label,
          to,
          current: label === tab,
          ...(label === 'Exceptions' && exceptions > 0 ? { count: exceptions } : {}),
        }))}
      />
      {children}
    </Page>
  );
}
