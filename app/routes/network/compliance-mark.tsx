import { type Compliance, complianceGroup } from '#modules/network/statuses.ts';
import { Icon } from '../../components/index.ts';

/** Whether a person is in compliance by the rule of the company in whose network they are. */
export function ComplianceMark({ compliance }: { compliance: Compliance }) {
  const { value, label } = complianceGroup(compliance);
  return (
    <span className="compliance" data-group={value}>
      <Icon name={value === 'out' ? 'close' : 'check'} />
      {label}
    </span>
  );
}
