import type { CompanyFeature } from '#modules/enterprise/fields.ts';
import { Card, List } from '../../components/index.ts';
import { FeatureRow, savedAtOnce } from './company-feature.tsx';

/**
 * The other features are shown elsewhere: payments next to the company's coupons, and those about its network in the
 * network management.
 */
type ListedFeature = Extract<
  CompanyFeature,
  'team_management_enabled' | 'dashboard_enabled' | 'alert_dashboard_enabled'
>;

const notes: Record<ListedFeature, string> = {
  team_management_enabled: 'The owner and admins invite, change, and remove members of the team.',
  dashboard_enabled: 'The team sees its network in charts, under Dashboard in the menu.',
  alert_dashboard_enabled:
    'The team sees who joined the network, whose score changed or expires, and who left.',
};
const features = Object.keys(notes) as ListedFeature[];

interface FeaturesSectionProps {
  company: Record<ListedFeature, boolean>;
  /** The answer of the page's action. */
  result: unknown;
}

/** What a company and its team may do (doc3 §3, §7). */
export function FeaturesSection({ company, result }: FeaturesSectionProps) {
  return (
    <Card id="features" className="sec" title="Features" note={savedAtOnce} padded={false}>
      <List label="Features">
        {features.map((feature) => (
          <FeatureRow
            key={feature}
            feature={feature}
            on={company[feature]}
            note={notes[feature]}
            result={result}
          />
        ))}
      </List>
    </Card>
  );
}
