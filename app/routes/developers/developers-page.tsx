import type { ReactNode } from 'react';
import { LinkButton, Page, Tabs } from '../../components/index.ts';

const tabs = [
  ['API keys', '/user/developers'],
  ['Webhooks', '/user/developers/webhooks'],
] as const;

interface DevelopersPageProps {
  tab: (typeof tabs)[number][0];
  actions?: ReactNode;
  children: ReactNode;
}

/** What the two pages for the systems of a company have in common. Only its owner sees them (D134, D136). */
export function DevelopersPage({ tab, actions, children }: DevelopersPageProps) {
  return (
    <Page
      title="Developers"
      lead="For the systems of your company. Only the owner sees this page."
      actions={
        <>
          <LinkButton icon="external" to="/api">
            API reference
          </LinkButton>
          {actions}
        </>
      }
    >
      <Tabs label="Developers" items={tabs.map(([label, to]) => ({ label, to, current: label === tab }))} />
      {children}
    </Page>
  );
}
