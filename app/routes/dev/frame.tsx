import type { LoaderFunctionArgs } from '@remix-run/node';
import { useParams } from '@remix-run/react';
import {
  Card,
  ChoiceCard,
  ChoiceGroup,
  Facts,
  Flow,
  FlowFrame,
  Form,
  LinkButton,
  Page,
  type ShellData,
  SoloCard,
  SoloFrame,
  StaffFrame,
  SubmitButton,
  UserFrame,
} from '#app/components/index.ts';
import { AdminSessionBanner } from '#app/components/shell/admin-session-banner.tsx';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { developmentOnly } from './development.server.ts';
import { specimens } from './specimen-fields.ts';

export const meta = titled('A frame');

/** Shows the frames without a session; an unknown kind shows the not-found page. */
export function loader({ context, params }: LoaderFunctionArgs) {
  developmentOnly(context);
  const status = Number(params.kind);
  if (status === 500) throw new Error('A page that fails');
  if (status) throw new Response(null, { status });
  return null;
}

const person: ShellData = {
  firstname: 'Priya',
  lastname: 'Raman',
  name: 'Priya Raman',
  emailaddress: 'priya@harborpine.test',
  company: 'Harbor & Pine Property Group',
  photo: null,
  verified: false,
  verifiedAt: null,
  staff: false,
  shieldId: 'OR731055289',
  grade: 'IC01',
  expired: false,
  held: false,
  reviewSince: null,
  shieldLinkId: 'SL204918833',
  dashboard: true,
  offer: 'purchase',
  companySettings: false,
  unreadAlerts: 6,
  firstCheck: false,
  scoreWaits: false,
  eraseAt: null,
  erasureWaits: false,
};

export default function FramePage() {
  const { kind } = useParams();
  const root = useRoot();
  if (kind === 'staff') {
    return (
      <StaffFrame
        {...root}
        data={{ ...person, staff: true }}
        work={{ overdue: 3, mine: 2, disputes: 1, requests: 0, refunds: 1 }}
      >
        <Content />
      </StaffFrame>
    );
  }
  if (kind === 'flow') {
    return (
      <FlowFrame
        {...root}
        data={person}
        exit={
          <LinkButton className="exit" size="small" to="/user">
            Save and exit
          </LinkButton>
        }
      >
        <FlowContent />
      </FlowFrame>
    );
  }
  if (kind === 'solo') {
    return (
      <SoloFrame {...root}>
        <SoloCard title="Enter your code" lead="We sent six characters to 512-•••-••18." />
      </SoloFrame>
    );
  }
  return (
    <>
      {kind === 'acting' ? <AdminSessionBanner emailaddress={person.emailaddress} /> : null}
      <UserFrame {...root} data={{ ...person, verified: true, offer: 'renew' }}>
        <Content />
      </UserFrame>
    </>
  );
}

function Content() {
  return (
    <Page
      title="My Network"
      lead="127 people share with Harbor & Pine."
      actions={<LinkButton to="/dev/ui">Export as CSV</LinkButton>}
    >
      <Card title="My Information">
        <Facts facts={[['Name', 'Priya Raman']]} />
      </Card>
    </Page>
  );
}

function FlowContent() {
  return (
    <Page calm title="Select your background check" lead="Your ShieldID stays the same.">
      <Flow
        label="Application"
        steps={[
          { label: 'E-sign consent', state: 'done' },
          { label: 'Authorization', state: 'current', note: 'About 2 minutes' },
          { label: 'Review and submit', state: 'open' },
        ]}
      >
        <Form id="package" className="stack stack-24" defaults={{ packageid: '1' }}>
          <ChoiceGroup field={specimens.packageid} label="Background check" quietLabel>
            <ChoiceCard
              field={specimens.packageid}
              value="1"
              label="National"
              price="$79"
              note="Valid for 1 year."
            />
            <ChoiceCard
              field={specimens.packageid}
              value="2"
              label="National with New York"
              price="$99"
              note="Adds the state."
            />
          </ChoiceGroup>
          <div className="actions">
            <SubmitButton size="large">Continue</SubmitButton>
          </div>
        </Form>
      </Flow>
    </Page>
  );
}
