import { formatDate } from '#modules/platform/browser.ts';
import { Badge, Fold, LinkButton, List, ListRow, ShieldId } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { LastChange } from './last-change.tsx';
import { useRecord } from './use-record.ts';

type Former = ReturnType<typeof useRecord>['legacy_accounts'][number];

/** The accounts of the former system that belong to the person, and the ways to link and unlink them (doc3 §2). */
export function LegacySection() {
  const { legacy_accounts: accounts, profile } = useRecord();
  const { timeZone } = useRoot();
  const linked = accounts.filter(({ linked_dts }) => linked_dts !== null);
  const found = accounts.filter(({ linked_dts }) => linked_dts === null);
  const way = `/admin/user/${profile.userid}/legacy`;
  return (
    <Fold id="legacy" title="Legacy System Linking" value={summaryOf(linked, found)} open={found.length > 0}>
      <LastChange of="legacy" />
      {linked.length > 0 ? (
        <List label="Linked former accounts">
          {linked.map((account) => (
            <ListRow key={account.shieldid} title={<Title of={account} />} note={noteOf(account, timeZone)}>
              {account.scored ? (
                <span className="small muted">A score was issued under it, so it stays.</span>
              ) : (
                <LinkButton size="small" to={`${way}/${account.shieldid}`} preventScrollReset>
                  Unlink
                </LinkButton>
              )}
            </ListRow>
          ))}
        </List>
      ) : (
        <p className="muted">No account of the former system is linked to {profile.firstname}.</p>
      )}
      {found.length > 0 ? (
        <List label="Former accounts with this person’s Social Security number">
          {found.map(({ shieldid, processed_dts }) => (
            <ListRow
              key={shieldid}
              title={<ShieldId value={shieldid} />}
              note={`Same Social Security number${profile.dateofbirth ? ' and date of birth' : ''}. Imported ${formatDate(processed_dts, timeZone)}, not linked yet.`}
            >
              <LinkButton size="small" kind="primary" to={`${way}?shieldid=${shieldid}`} preventScrollReset>
                Link
              </LinkButton>
            </ListRow>
          ))}
        </List>
      ) : null}
      <div>
        <LinkButton to={way} icon="plus" preventScrollReset>
          Link a former account
        </LinkButton>
      </div>
    </Fold>
  );
}

function Title({ of: { shieldid, active } }: { of: Former }) {
  return (
    <span className="row row-tight">
      <ShieldId value={shieldid} />
      <Badge tone={active ? 'ok' : undefined}>{active ? 'Active ShieldID' : 'Inactive ShieldID'}</Badge>
    </span>
  );
}

const noteOf = ({ linked_dts, processed_dts }: Former, timeZone: string) =>
  `Linked ${linked_dts ? formatDate(linked_dts, timeZone) : ''}. Imported ${formatDate(processed_dts, timeZone)}.`;

function summaryOf(linked: Former[], found: Former[]): string {
  const words = linked.length > 0 ? linked.map(({ shieldid }) => shieldid).join(', ') : 'None linked';
  return found.length > 0 ? `${words}, ${found.length} found` : words;
}
