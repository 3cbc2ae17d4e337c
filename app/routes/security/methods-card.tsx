import {
  Badge,
  Card,
  Email,
  Icon,
  LinkButton,
  List,
  ListRow,
  Menu,
  MenuLink,
  RowMenu,
} from '../../components/index.ts';
import { kindIcons, kindNames, type ShownMethod, shownValue } from './words.ts';

interface MethodsCardProps {
  methods: ShownMethod[];
  on: boolean;
  /** Staff cannot switch two-step verification off (D11). */
  staff: boolean;
}

/** The methods for getting a code at sign-in (doc2 §2.3, §4.4). */
export function MethodsCard({ methods, on, staff }: MethodsCardProps) {
  const hasApp = methods.some((method) => method.contact_method === 'OTPAPP' && method.status !== 'pending');
  return (
    <Card
      title="Two-step verification"
      aside={
        <Menu label="Add a method" icon="plus" kind="default">
          <MenuLink to="add/email" icon="mail">
            Email
          </MenuLink>
          <MenuLink to="add/text" icon="phone">
            Text message
          </MenuLink>
          <MenuLink to="add/app" icon="shield" disabled={hasApp && 'You already have one'}>
            Authenticator app
          </MenuLink>
        </Menu>
      }
      note={
        on
          ? 'When you log in, we ask for a code from your primary method. You can also use any of the others.'
          : 'Two-step verification is off. You log in with just your password.'
      }
      padded={false}
      foot={<Foot on={on} staff={staff} />}
    >
      <List label="Verification methods">
        {methods.map((method) => (
          <MethodRow key={method.id} method={method} />
        ))}
      </List>
    </Card>
  );
}

function Foot({ on, staff }: { on: boolean; staff: boolean }) {
  if (!on) return <p className="small muted">To turn it on, make one of these methods primary.</p>;
  if (staff) return <p className="small muted">Two-step verification is required for staff.</p>;
  return (
    <LinkButton to="change/off" size="small" preventScrollReset>
      Turn off two-step verification
    </LinkButton>
  );
}

function MethodRow({ method }: { method: ShownMethod }) {
  const { id, contact_method, status } = method;
  const value = shownValue(method);
  const own = id === 'user_email' || id === 'user_mobile';
  const name = value ? `${kindNames[contact_method]} ${value}` : kindNames[contact_method];
  return (
    <ListRow
      lead={<Icon name={kindIcons[contact_method]} />}
      title={kindNames[contact_method]}
      note={contact_method === 'EMAIL' ? <Email value={value} /> : value}
    >
      {status === 'verifiedprimary' ? <Badge tone="ok">Primary</Badge> : null}
      {status === 'pending' ? <Badge tone="warn">Not verified</Badge> : null}
      {status === 'verifiedprimary' && own ? null : (
        <RowMenu row={method.id} label={`Actions for ${name}`}>
          <Actions method={method} own={own} />
        </RowMenu>
      )}
    </ListRow>
  );
}

function Actions({ method, own }: { method: ShownMethod; own: boolean }) {
  const { id, contact_method, status } = method;
  const pending = status === 'pending' && 'Verify it first';
  return (
    <>
      {status === 'pending' ? (
        <MenuLink to={contact_method === 'OTPAPP' ? 'add/app' : `change/verify/${id}`} icon="check">
          Verify
        </MenuLink>
      ) : null}
      {status === 'verifiedprimary' ? null : (
        <MenuLink to={`change/primary/${id}`} icon="ok" disabled={pending}>
          Make primary
        </MenuLink>
      )}
      {own || contact_method === 'OTPAPP' ? null : (
        <MenuLink to={`change/copy/${id}`} icon="copy" disabled={pending}>
          Copy to profile
        </MenuLink>
      )}
      {id === 'user_email' || (own && status === 'pending') ? null : (
        <MenuLink
          to={`change/remove/${id}`}
          icon="trash"
          danger
          disabled={status === 'verifiedprimary' && 'Make another method primary first'}
        >
          Remove
        </MenuLink>
      )}
    </>
  );
}
