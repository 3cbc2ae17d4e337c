import { formatCount } from '#modules/platform/browser.ts';
import { Badge, Card, LinkButton } from '../../components/index.ts';

/** If fewer codes are left, the count is shown as a warning. */
const FEW = 3;

/** How many recovery codes are left. */
export function RecoveryCodesCard({ left }: { left: number | null }) {
  return (
    <Card
      title="Recovery codes"
      aside={
        left === null ? null : (
          <Badge tone={left < FEW ? 'warn' : undefined}>{formatCount(left, 'code')} left</Badge>
        )
      }
      note="If you can’t use any of your methods, each code logs you in once. Don’t keep them only on your phone."
    >
      <div className="actions">
        <LinkButton to="recoverycodes" preventScrollReset>
          {left === null ? 'Create recovery codes' : 'Create new codes'}
        </LinkButton>
      </div>
    </Card>
  );
}
