import type { getNetworkManagement } from '#modules/admin/index.ts';
import { formatDate, NUMBERED_ROWS } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, Facts, LinkButton, List, ListRow, ShieldId } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { FeatureRow, savedAtOnce } from './company-feature.tsx';

type Management = OutputOf<typeof getNetworkManagement>;
type Feature = keyof Management['switches'];

const notes: Record<Feature, string> = {
  network_autoinvite: 'Everyone who registers on the company’s host is invited to its network.',
  network_requires_pdf: 'Accepting an invitation also shares the full report. People are told before.',
  shieldlink_enabled: 'The company can share its network with other companies, and see theirs.',
};
const features = Object.keys(notes) as Feature[];

const seers = 'Companies that see this network';
const sharers = 'Companies that share theirs';

/** A number that is counted only up to 10,000. */
const counted = (rows: number) =>
  rows > NUMBERED_ROWS ? `${NUMBERED_ROWS.toLocaleString('en-US')}+` : rows.toLocaleString('en-US');

interface NetworkSectionProps {
  userid: string;
  management: Management;
  /** The answer of the page's action. */
  result: unknown;
}

/** The network management of a company: its features, its size, and its connections by ShieldLink (doc3 §2, §3). */
export function NetworkSection({ userid, management, result }: NetworkSectionProps) {
  const { network, fullnetwork_shieldlink_id } = management;
  const base = `/admin/user/${userid}/enterprise`;
  return (
    <Card
      id="network"
      className="sec"
      title="Network management"
      note={savedAtOnce}
      padded={false}
      aside={
        <>
          <LinkButton size="small" to={`${base}/bulk`}>
            Bulk invitation
          </LinkButton>
          <LinkButton size="small" to={`${base}/network`}>
            Invitations and connections
          </LinkButton>
        </>
      }
    >
      <div className="card-body">
        <Facts
          facts={[
            ['ShieldLink ID', <ShieldId key="id" value={fullnetwork_shieldlink_id} />],
            ['Invitations', counted(network.invitations)],
            ['Connections', counted(network.connections)],
            [seers, network.clients.total === 0 ? 'None' : network.clients.total.toLocaleString('en-US')],
            [sharers, network.sources.total === 0 ? 'None' : network.sources.total.toLocaleString('en-US')],
          ]}
        />
      </div>
      <List label="Network management">
        {features.map((feature) => (
          <FeatureRow
            key={feature}
            feature={feature}
            on={management.switches[feature]}
            note={notes[feature]}
            confirmOff={feature === 'shieldlink_enabled' ? `${base}/shieldlink` : undefined}
            result={result}
          />
        ))}
      </List>
      <Companies title={seers} side={network.clients} />
      <Companies title={sharers} side={network.sources} />
    </Card>
  );
}

interface CompaniesProps {
  title: string;
  side: Management['network']['clients'];
}

function Companies({ title, side }: CompaniesProps) {
  const { timeZone } = useRoot();
  const { total, companies } = side;
  if (companies.length === 0) return null;
  return (
    <>
      <div className="card-body">
        <h3>{title}</h3>
      </div>
      <List label={title}>
        {companies.map((company) => (
          <ListRow
            key={company.shieldlinkid}
            title={company.company_name}
            note={
              <>
                <ShieldId value={company.shieldlinkid} />, since {formatDate(company.since, timeZone)}
              </>
            }
          >
            <Badge tone={company.active ? 'ok' : undefined}>{company.active ? 'Sharing' : 'Paused'}</Badge>
          </ListRow>
        ))}
      </List>
      {total > companies.length ? (
        <p className="card-body small muted">The first {companies.length} by name.</p>
      ) : null}
    </>
  );
}
