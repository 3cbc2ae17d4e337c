import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { Facts, Fold, LinkButton } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { LastChange } from './last-change.tsx';
import { HoldLine, openHold } from './legal-hold.tsx';
import { useRecord } from './use-record.ts';

/** Whether the account is active, and the way to disable or restore it (doc3 §4). */
export function AccountSection() {
  const { profile, legal_holds } = useRecord();
  const { userid, firstname, active, previous_expiration, previous_score } = profile;
  return (
    <Fold
      id="account"
      title="Account"
      value={active ? 'Active' : 'Disabled'}
      open={!active || openHold(legal_holds) !== undefined}
    >
      <LastChange of="account" />
      <p className="muted">
        {active
          ? 'Disabling the account blocks its login and expires its active ShieldID today.'
          : previous_expiration && previous_score
            ? `Restoring brings back ${previous_score}, unless its expiration date, ${formatDate(previous_expiration)}, has passed.`
            : 'There is no valid score to restore.'}
      </p>
      <div>
        <LinkButton to={`/admin/user/${userid}/status`} preventScrollReset>
          {active ? 'Disable account' : 'Restore account'}
        </LinkButton>
      </div>
      <HoldLine holds={legal_holds} to={`/admin/user/${userid}/hold`} about={firstname} />
    </Fold>
  );
}

/** The data about the account itself (doc3 §2). */
export function MetadataSection() {
  const { profile } = useRecord();
  const { timeZone } = useRoot();
  return (
    <Fold
      id="metadata"
      title="User Metadata"
      value={`Registered ${formatDateTime(profile.register_dts, timeZone)}`}
    >
      <Facts
        facts={[
          [
            'User ID',
            <span key="id" className="anywhere">
              {profile.userid}
            </span>,
          ],
          ['Role', profile.role === 'ADMIN' ? 'Staff' : 'User'],
          ['Registered', formatDateTime(profile.register_dts, timeZone)],
          ['Registered on', profile.register_host || 'The portal’s own host'],
          ['Company', profile.company_name ? `${profile.company_name}, ${profile.team_role}` : 'None'],
        ]}
      />
    </Fold>
  );
}
