import { type Compliance, complianceGroup } from '#modules/network/fields.ts';
import { Badge, type IconName } from '../../components/index.ts';

const looks = {
  in: { tone: 'ok', icon: 'check' },
  out: { tone: 'bad', icon: 'close' },
  exception: { tone: 'info', icon: 'check' },
} as const satisfies Record<string, { tone: string; icon: IconName }>;

/** Whether a person is in compliance by the rule of the company in whose network they are. */
export function ComplianceBadge({ compliance }: { compliance: Compliance }) {
  const { value, label } = complianceGroup(compliance);
  const { tone, icon } = looks[value];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
