import { Badge, Card, LinkButton } from '../../components/index.ts';

/** Few enough to make new ones. */
const FEW = 3;

/** How many recovery codes are left. */
export function RecoveryCodesCard({ left }: { left: number | null }) {
  return (
    <Card
      title="Recovery codes"
      aside={
        left === null ? null : (
          <Badge tone={left < FEW ? 'warn' : undefined}>
            {left === 1 ? '1 code left' : `${left} codes left`}
          </Badge>
        )
      }
      note="Each code signs you in once when you cannot use any of your methods. Keep them apart from your phone."
    >
      <div className="actions">
        <LinkButton to="recoverycodes" preventScrollReset>
          {left === null ? 'Create recovery codes' : 'Create new codes'}
        </LinkButton>
      </div>
    </Card>
  );
}
