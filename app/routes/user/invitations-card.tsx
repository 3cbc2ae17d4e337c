import type { ConnectionType } from '#modules/network/statuses.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { Avatar, Badge, Card, LinkButton, List, ListRow } from '../../components/index.ts';
import { scopeAsked } from '../network/invitation-terms.ts';

interface Invitation {
  inviteid: string;
  connectiontype: ConnectionType;
  businessname: string;
  firstname: string;
  lastname: string;
  invite_dts: string | Date;
  network_requires_pdf: boolean;
}

/** Open invitations (doc1 §2). */
export function InvitationsCard({ invitations, timeZone }: { invitations: Invitation[]; timeZone: string }) {
  if (invitations.length === 0) {
    return (
      <Card id="invitations" title="My Invitations">
        <p className="muted">No pending invitations. New ones appear here.</p>
      </Card>
    );
  }
  return (
    <Card
      id="invitations"
      title="My Invitations"
      className="waits"
      aside={<Badge>{invitations.length} waiting</Badge>}
      padded={false}
    >
      <List>
        {invitations.map((invitation) => (
          <Row key={invitation.inviteid} invitation={invitation} timeZone={timeZone} />
        ))}
      </List>
    </Card>
  );
}

function Row({ invitation, timeZone }: { invitation: Invitation; timeZone: string }) {
  const { inviteid, businessname, firstname, lastname } = invitation;
  const name = businessname || `${firstname} ${lastname}`;
  const asks = scopeAsked(invitation);
  const words = name.split(' ');
  return (
    <ListRow
      lead={<Avatar firstname={words[0] ?? ''} lastname={words[1] ?? ''} photo={null} />}
      title={name}
      note={`${firstname} ${lastname}, invited ${formatDate(invitation.invite_dts, timeZone)}. ${asks}`}
    >
      <div className="row row-tight">
        <LinkButton
          size="small"
          to={`/user/invitations/${inviteid}/ignore`}
          preventScrollReset
          aria-label={`Ignore ${name}`}
        >
          Ignore
        </LinkButton>
        <LinkButton
          size="small"
          to={`/user/invitations/${inviteid}/accept`}
          preventScrollReset
          aria-label={`Accept ${name}`}
        >
          Accept
        </LinkButton>
      </div>
    </ListRow>
  );
}
