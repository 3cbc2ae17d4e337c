import type { CompanyFeature } from '#modules/enterprise/fields.ts';
import { Badge, Card, Form, List, ListRow, SubmitButton } from '../../components/index.ts';
import { companyIntents } from './branding-intents.ts';
import { LastChange } from './last-change.tsx';

/**
 * The other features are shown elsewhere: payments next to the company's coupons, and those about its network in the
 * network management.
 */
type ListedFeature = Extract<
  CompanyFeature,
  'team_management_enabled' | 'dashboard_enabled' | 'alert_dashboard_enabled'
>;

const features: Record<ListedFeature, { name: string; note: string }> = {
  team_management_enabled: {
    name: 'Team management',
    note: 'The owner and admins invite, change, and remove members of the team.',
  },
  dashboard_enabled: {
    name: 'Dashboard',
    note: 'The team sees its network in charts, under Dashboard in the menu.',
  },
  alert_dashboard_enabled: {
    name: 'Alerts',
    note: 'The team sees who joined the network, whose score changed or expires, and who left.',
  },
};
const listed = Object.keys(features) as ListedFeature[];

const names: Record<CompanyFeature, string> = {
  enable_payments: 'Payments',
  team_management_enabled: features.team_management_enabled.name,
  network_autoinvite: 'Auto-invite',
  network_requires_pdf: 'Require PDF',
  shieldlink_enabled: 'ShieldLink',
  dashboard_enabled: features.dashboard_enabled.name,
  alert_dashboard_enabled: features.alert_dashboard_enabled.name,
};

/** The name of a feature, for its row and for the message after it was switched. */
export const featureName = (feature: CompanyFeature) => names[feature];

interface FeaturesSectionProps {
  company: Record<ListedFeature, boolean>;
  /** The answer of the page's action. */
  result: unknown;
}

/** Below the title of a section whose switches are not part of what the save bar saves. */
export const savedAtOnce = 'Changes here are saved immediately.';

/** What a company and its team may do. Each feature is switched by itself (doc3 §3, §7). */
export function FeaturesSection({ company, result }: FeaturesSectionProps) {
  return (
    <Card id="features" className="sec" title="Features" note={savedAtOnce} padded={false}>
      <List label="Features">
        {listed.map((feature) => {
          const { name, note } = features[feature];
          const on = company[feature];
          const verb = on ? 'Turn off' : 'Turn on';
          return (
            <ListRow
              key={feature}
              title={name}
              note={
                <>
                  {note} <LastChange of={`feature.${feature}`} />
                </>
              }
            >
              <Badge tone={on ? 'ok' : undefined}>{on ? 'On' : 'Off'}</Badge>
              <Form id={`feature-${feature}`} intent={companyIntents.feature} result={result}>
                <input type="hidden" name="feature" value={feature} />
                <input type="hidden" name="value" value={on ? 'NO' : 'YES'} />
                <SubmitButton
                  kind="default"
                  size="small"
                  intent={companyIntents.feature}
                  aria-label={`${verb} ${name}`}
                >
                  {verb}
                </SubmitButton>
              </Form>
            </ListRow>
          );
        })}
      </List>
    </Card>
  );
}
