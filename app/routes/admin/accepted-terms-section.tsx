import { Link } from '@remix-run/react';
import { formatDateTime } from '#modules/platform/browser.ts';
import { Fold, List, ListRow } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { termsTitles } from './terms-titles.ts';
import { useRecord } from './use-record.ts';

/** Which versions of the terms the person accepted, newest first (doc3 §2, §3). */
export function AcceptedTermsSection() {
  const { profile, terms } = useRecord();
  const { timeZone } = useRoot();
  return (
    <Fold
      id="terms"
      title="Terms & Conditions"
      value={terms.length === 0 ? 'None accepted yet' : `${terms.length} accepted`}
      padded={false}
    >
      {terms.length === 0 ? null : (
        <List label="Accepted terms">
          {terms.map(({ id, kind, dts, terms_version, company_name, ipaddress }) => (
            <ListRow
              key={id}
              title={
                <Link to={`/admin/user/${profile.userid}/accepted/${id}`} preventScrollReset>
                  {company_name ? `${termsTitles[kind]} of ${company_name}` : termsTitles[kind]}, version{' '}
                  {terms_version}
                </Link>
              }
              note={`Accepted ${formatDateTime(dts, timeZone)} from ${ipaddress || 'an unknown address'}`}
            />
          ))}
        </List>
      )}
    </Fold>
  );
}
