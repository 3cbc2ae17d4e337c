import type { searchShieldLink } from '#modules/network/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Avatar, Card, Facts, LinkButton, ShieldId } from '../../components/index.ts';

interface CompanyResultProps {
  company: OutputOf<typeof searchShieldLink>['searchresults'][number];
  /** Whether the caller's company has ShieldLink and the caller may send invitations for it. */
  mayInvite: boolean;
}

/** The company that was found by its ShieldLink ID. */
export function CompanyResult({ company, mayInvite }: CompanyResultProps) {
  const { company_name, network_shieldlink_id } = company;
  return (
    <Card
      title={
        <span className="row row-tight">
          <Avatar firstname={company_name} lastname="" />
          {company_name}
        </span>
      }
      foot={
        mayInvite ? (
          <LinkButton
            to={`/user/network/inviteshieldlink?${new URLSearchParams({ touser: network_shieldlink_id })}`}
            kind="primary"
            icon="plus"
          >
            Invite company
          </LinkButton>
        ) : (
          <span className="muted">Admins of companies with ShieldLink can invite this company.</span>
        )
      }
    >
      <Facts facts={[['ShieldLink ID', <ShieldId key="id" value={network_shieldlink_id} />]]} />
    </Card>
  );
}
