import { Card, LinkButton, Page } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { useHashForward } from '../shell/use-hash-forward.ts';

export const meta = titled('User');

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The sections of the record that can be part of an address. */
const sections: Record<string, string> = {
  idverification: '#idverification',
  pendingapprovals: '#approvals',
};

function recordOf(userid: string, _value: string, section: string): string | null {
  return uuid.test(userid) ? `/admin/user/${userid}${sections[section] ?? ''}` : null;
}

/**
 * The address of a record according to the documents, /admin/user#{userid}&{section}. A script redirects it to the page
 * (doc3 §2, D82).
 */
export default function UserForward() {
  useHashForward(recordOf);
  return (
    <Page title="User" narrow>
      <Card>
        <p>Search for the person by name, email address or ShieldID, then open their record.</p>
        <div className="actions">
          <LinkButton kind="primary" icon="search" to="/admin/tools">
            Search users
          </LinkButton>
        </div>
      </Card>
    </Page>
  );
}
