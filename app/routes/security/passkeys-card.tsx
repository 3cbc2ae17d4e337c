import { formatDate } from '#modules/platform/browser.ts';
import { Card, Icon, LinkButton, List, ListRow, MenuLink, RowMenu } from '../../components/index.ts';

interface Passkey {
  id: string;
  name: string;
  host: string;
  created_at: string | Date;
  last_used_at: string | Date | null;
}

/** The passkeys of the person. Each works only on the host on which it was added (D104). */
export function PasskeysCard({ passkeys, timeZone }: { passkeys: Passkey[]; timeZone: string }) {
  return (
    <Card
      title="Passkeys"
      aside={
        <LinkButton className="with-script" to="passkeys/add" icon="plus" preventScrollReset>
          Add a passkey
        </LinkButton>
      }
      note="Log in with your fingerprint, face, or device PIN instead of a password and code."
      padded={passkeys.length === 0}
    >
      {passkeys.length === 0 ? (
        <p className="small muted">
          No passkeys yet.<span className="without-script"> To add one, turn on JavaScript.</span>
        </p>
      ) : (
        <List label="Passkeys">
          {passkeys.map(({ id, name, host, created_at, last_used_at }) => (
            <ListRow
              key={id}
              lead={<Icon name="key" />}
              title={name}
              note={
                <>
                  For {host}. Added {formatDate(created_at, timeZone)},{' '}
                  {last_used_at ? `last used ${formatDate(last_used_at, timeZone)}` : 'not used yet'}
                </>
              }
            >
              <RowMenu row={id} label={`Actions for ${name}`}>
                <MenuLink to={`passkeys/${id}/rename`} icon="edit">
                  Rename
                </MenuLink>
                <MenuLink to={`passkeys/${id}/remove`} icon="trash" danger>
                  Remove
                </MenuLink>
              </RowMenu>
            </ListRow>
          ))}
        </List>
      )}
    </Card>
  );
}
