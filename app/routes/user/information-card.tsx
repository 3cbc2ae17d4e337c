import { Link } from '@remix-run/react';
import { formatPhone } from '#modules/platform/browser.ts';
import { Card, Facts, VerifiedMark } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';

interface Information {
  firstname: string;
  middlename: string;
  lastname: string;
  namesuffix: string;
  businessname: string;
  emailaddress: string;
  mobile: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  postalcode: string;
  has_current_verification: boolean;
  verified_dts: string | Date | null;
}

const none = <span className="faint">Not provided</span>;

/** Name, business, email, phone and address, with a link to change them. */
export function InformationCard({ information }: { information: Information }) {
  const { emailaddress, has_current_verification: verified, verified_dts: at } = information;
  const { timeZone } = useRoot();
  const [mailbox, domain] = emailaddress.split('@');
  return (
    <Card
      title="My Information"
      aside={
        <Link className="small" to="/user/profile">
          Edit<span className="sr"> my information</span>
        </Link>
      }
    >
      <Facts
        facts={[
          [
            'Name',
            <>
              {fullName(information)}{' '}
              {verified || at ? <VerifiedMark verified={verified} at={at} timeZone={timeZone} /> : null}
            </>,
          ],
          ['Business', information.businessname || none],
          [
            'Email',
            <>
              {mailbox}
              <wbr />@{domain}
            </>,
          ],
          ['Mobile', formatPhone(information.mobile) || none],
          ['Address', addressLine(information) || none],
        ]}
      />
    </Card>
  );
}

function fullName({ firstname, middlename, lastname, namesuffix }: Information): string {
  return [firstname, middlename, lastname, namesuffix].filter(Boolean).join(' ');
}

function addressLine({ address1, address2, city, state, postalcode }: Information): string {
  const region = [state, postalcode].filter(Boolean).join('\u00a0');
  return [address1, address2, city, region].filter(Boolean).join(', ');
}
