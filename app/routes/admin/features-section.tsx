import type { CompanyFeature } from '#modules/enterprise/fields.ts';
import { Badge, Card, Form, List, ListRow, SubmitButton } from '../../components/index.ts';
import { companyIntents } from './branding-intents.ts';

/** Payments stand with the company's coupons. */
type ListedFeature = Exclude<CompanyFeature, 'enable_payments'>;

const features: Record<ListedFeature, { name: string; note: string }> = {
  team_management_enabled: {
    name: 'Team management',
    note: 'The owner and admins invite, change, and remove members of the team.',
  },
  network_autoinvite: {
    name: 'Automatic invitations',
    note: 'Everyone who registers on the company’s host is invited to its network.',
  },
  network_requires_pdf: {
    name: 'Full report',
    note: 'The company’s invitations ask for the full report as well as the score.',
  },
  shieldlink_enabled: {
    name: 'ShieldLink',
    note: 'The team can connect with other companies.',
  },
  dashboard_enabled: {
    name: 'Dashboard',
    note: 'The team sees its network in charts, under Dashboard in the menu.',
  },
};
const listed = Object.keys(features) as ListedFeature[];

/** A feature's name, for the words that tell it was switched. */
export const featureName = (feature: CompanyFeature) =>
  feature === 'enable_payments' ? 'Payments' : features[feature].name;

interface FeaturesSectionProps {
  company: Record<ListedFeature, boolean>;
  /** What the page's action answered. */
  result: unknown;
}

/** What a company and its team may do, turned on and off one by one (doc3 §3, §7). */
export function FeaturesSection({ company, result }: FeaturesSectionProps) {
  return (
    <Card id="features" className="sec" title="Features">
      <List label="Features">
        {listed.map((feature) => {
          const { name, note } = features[feature];
          const on = company[feature];
          const verb = on ? 'Turn off' : 'Turn on';
          return (
            <ListRow key={feature} title={name} note={note}>
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
