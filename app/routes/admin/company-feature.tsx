import type { ReactNode } from 'react';
import type { CompanyFeature } from '#modules/enterprise/fields.ts';
import { Badge, Form, LinkButton, ListRow, SubmitButton } from '../../components/index.ts';
import { companyIntents } from './branding-intents.ts';
import { LastChange } from './last-change.tsx';

const names: Record<CompanyFeature, string> = {
  enable_payments: 'Payments',
  team_management_enabled: 'Team management',
  network_autoinvite: 'Auto-invite',
  network_requires_pdf: 'Require PDF',
  shieldlink_enabled: 'ShieldLink',
  dashboard_enabled: 'Dashboard',
  alert_dashboard_enabled: 'Alerts',
};

/** The section of the company's page in which a feature is switched. */
const sections: Record<CompanyFeature, 'billing' | 'features' | 'network'> = {
  enable_payments: 'billing',
  team_management_enabled: 'features',
  network_autoinvite: 'network',
  network_requires_pdf: 'network',
  shieldlink_enabled: 'network',
  dashboard_enabled: 'features',
  alert_dashboard_enabled: 'features',
};

/** Where the page goes after a feature was switched, and what it says there. */
export const switchedFeature = (feature: CompanyFeature, value: 'YES' | 'NO') =>
  [sections[feature], `${names[feature]} turned ${value === 'YES' ? 'on' : 'off'}`] as const;

/** Below the title of a section whose switches are not part of what the save bar saves. */
export const savedAtOnce = 'Changes here are saved immediately.';

interface FeatureRowProps {
  feature: CompanyFeature;
  on: boolean;
  /** What the feature does, in a sentence. */
  note: ReactNode;
  /** The page that says what ends, where turning the feature off is confirmed first. */
  confirmOff?: string;
  /** The answer of the page's action. */
  result: unknown;
}

/** A feature of a company, which is switched by itself (doc3 §3, §7). */
export function FeatureRow({ feature, on, note, confirmOff, result }: FeatureRowProps) {
  const verb = on ? 'Turn off' : 'Turn on';
  const label = `${verb} ${names[feature]}`;
  return (
    <ListRow
      title={names[feature]}
      note={
        <>
          {note} <LastChange of={`feature.${feature}`} />
        </>
      }
    >
      <Badge tone={on ? 'ok' : undefined}>{on ? 'On' : 'Off'}</Badge>
      {on && confirmOff ? (
        <LinkButton size="small" to={confirmOff} preventScrollReset aria-label={label}>
          {verb}
        </LinkButton>
      ) : (
        <Form id={`feature-${feature}`} intent={companyIntents.feature} result={result}>
          <input type="hidden" name="feature" value={feature} />
          <input type="hidden" name="value" value={on ? 'NO' : 'YES'} />
          <SubmitButton kind="default" size="small" intent={companyIntents.feature} aria-label={label}>
            {verb}
          </SubmitButton>
        </Form>
      )}
    </ListRow>
  );
}
