import {
  Avatar,
  Badge,
  Banner,
  Button,
  Card,
  CopyButton,
  Count,
  Credential,
  Disclose,
  Document,
  EmptyState,
  Facts,
  GradeBadge,
  Icon,
  iconNames,
  LinkButton,
  List,
  ListRow,
  ProgressLine,
  Rail,
  Seal,
  ShieldId,
  Skeleton,
  StatusProgress,
} from '#app/components/index.ts';
import { AdminSessionBanner } from '#app/components/shell/admin-session-banner.tsx';
import { connectionStatuses, statusLook } from '#modules/network/statuses.ts';
import { grades } from '#modules/platform/browser.ts';

export function ButtonSpecimens() {
  return (
    <Card title="Buttons" note="One primary on a screen.">
      <div className="row">
        <Button kind="primary">Primary</Button>
        <Button>Default</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">Danger</Button>
      </div>
      <div className="row">
        <Button kind="primary" className="is-hover">
          Hover
        </Button>
        <Button className="is-focus">Focus</Button>
        <Button kind="primary" disabled>
          Disabled
        </Button>
        <Button kind="primary" aria-busy="true">
          <span className="spin" aria-hidden="true" />
          Saving
        </Button>
      </div>
      <div className="row">
        <Button size="small">Small 32</Button>
        <Button>Normal 40</Button>
        <Button size="large">Large 48</Button>
        <Button icon="copy" iconOnly aria-label="Copy" />
        <LinkButton to="/dev/ui" icon="external">
          A link
        </LinkButton>
        <CopyButton text="https://shieldhub.test/invite" />
      </div>
    </Card>
  );
}

export function BadgeSpecimens() {
  return (
    <Card title="Scores and badges" note="A color always comes with its word.">
      <div className="row row-tight">
        {grades.map((grade) => (
          <GradeBadge key={grade} grade={grade} />
        ))}
      </div>
      <div className="row row-tight">
        <Badge>Neutral</Badge>
        <Badge tone="ok" icon="check">
          Approved
        </Badge>
        <Badge tone="warn" icon="clock">
          Review
        </Badge>
        <Badge tone="bad" icon="close">
          Rejected
        </Badge>
        <Badge tone="info">New</Badge>
        <Count value={12} />
        <Count value={6} bad of="unread" />
      </div>
      <div className="row">
        <Avatar firstname="Dana" lastname="Whitfield" />
        <Avatar firstname="Harbor" lastname="Pine" brand />
        <ShieldId value="TX482915070" />
        <ShieldId value="SL204918833" />
        <span className="kbd">Ctrl K</span>
      </div>
    </Card>
  );
}

export function StatusSpecimens() {
  return (
    <Card title="Status with progress" note="The twelve statuses: word, number and bar.">
      <ul className="pair status-specimens">
        {connectionStatuses.map((status) => (
          <li key={status}>
            <StatusProgress
              {...statusLook(status, { connectiontype: 'INDIVIDUAL', invite_expired: false })}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function BannerSpecimens() {
  return (
    <Card title="Banners">
      <AdminSessionBanner emailaddress="dana@whitfieldelectrical.com" />
      <Banner title="Only 31 days left" action={<Button size="small">Renew Background Check</Button>}>
        Renew now.
      </Banner>
      <Banner tone="ok" title="Email Preferences Saved" />
      <Banner tone="warn" title="The background check store is down temporarily for maintenance." />
      <Banner tone="bad" title="Your score has expired">
        and is no longer active.
      </Banner>
      <Banner tone="plain" icon="user" title="Buying for others">
        Invite them instead.
      </Banner>
    </Card>
  );
}

export function ProgressSpecimens() {
  return (
    <Card title="Progress and steps">
      <ProgressLine label="Sending 4,120 invitations" note="1,854 sent, 45%" value={45} />
      <p className="small muted">You can leave this page. We&apos;ll email you when it&apos;s done.</p>
      <Rail
        steps={[
          { label: 'Verify the phone', state: 'done', to: '/dev/ui' },
          { label: 'Enter the code', state: 'current', note: 'Sent to 512-•••-••18' },
          { label: 'Waiting for the answer', state: 'open' },
        ]}
      />
    </Card>
  );
}

export function StateSpecimens() {
  return (
    <div className="cols">
      <Card title="Empty" padded={false}>
        <EmptyState
          icon="users"
          title="Start building your trusted network"
          action={
            <LinkButton to="/dev/ui" kind="primary" icon="plus">
              Invite User
            </LinkButton>
          }
        >
          Add independent contractors today. They buy their own check and decide to share it.
        </EmptyState>
      </Card>
      <Card title="Loading" padded={false} busy>
        <Skeleton />
      </Card>
    </div>
  );
}

export function ListSpecimens() {
  return (
    <div className="cols">
      <Card title="My Information" aside={<a href="#main">Edit</a>}>
        <Facts
          facts={[
            ['Name', 'Dana R. Whitfield'],
            ['Email', 'dana@whitfieldelectrical.com'],
            ['Mobile', '512-555-0118'],
            ['Address', '4108 Avenue G, Austin, TX 78751'],
          ]}
        />
      </Card>
      <Card title="My Invitations" aside={<Badge>2 waiting</Badge>} padded={false}>
        <List>
          <ListRow
            lead={<Avatar firstname="Harbor" lastname="Pine" />}
            title="Harbor & Pine Property Group"
            note="Priya Raman, invited 11/18/2026. Asks to see your score and full report."
          >
            <div className="row row-tight">
              <Button size="small">Ignore</Button>
              <Button size="small">Accept</Button>
            </div>
          </ListRow>
          <ListRow title="National, renewal" note="Completed 12/21/2025">
            <GradeBadge grade="IC01" />
          </ListRow>
        </List>
      </Card>
    </div>
  );
}

export function CredentialSpecimens() {
  return (
    <>
      <div className="cols">
        <Credential
          grade="IC02"
          shieldId="CA188367049"
          label="ShieldScore IC02"
          facts={[['Valid through', '05/19/2027']]}
        />
        <Credential
          grade="IC04"
          shieldId="CA188367049"
          label="ShieldScore IC04"
          facts={[['Valid through', '05/19/2027']]}
          foot={<Button size="small">Share My ShieldScore</Button>}
        />
      </div>
      <Credential
        grade="IC01+"
        shieldId="TX482915070"
        label="Your new ShieldScore"
        full
        facts={[
          ['Holder', 'Dana R. Whitfield'],
          ['Issued', '11/24/2026'],
          ['Valid through', '11/24/2027'],
        ]}
      >
        <h2>The best score there is</h2>
        <p className="muted small">No records in any search, and your identity is confirmed by ID.</p>
      </Credential>
      <Card title="Seals">
        <div className="seals">
          {grades.map((grade) => (
            <div key={grade} data-grade={grade}>
              <Seal grade={grade} />
            </div>
          ))}
        </div>
      </Card>
    </>
  );
}

export function DocumentSpecimens() {
  return (
    <>
      <Document
        title="Authorization for a consumer report"
        meta={['Authorization, version 7', 'Ridgeline Screening, Inc.', 'Effective 03/01/2026']}
      >
        <p>
          I have read the disclosure in the step before this one. I authorize Ridgeline Screening, Inc. to
          prepare a consumer report about me.
        </p>
      </Document>
      <Card title="More on demand">
        <Disclose summary="What is searched">County and federal criminal records, 7 years.</Disclose>
      </Card>
    </>
  );
}

export function IconSpecimens() {
  return (
    <Card title="Icons" note="16 px grid, 1.75 stroke, round ends.">
      <ul className="icon-specimens">
        {iconNames.map((name) => (
          <li key={name}>
            <Icon name={name} />
            {name}
          </li>
        ))}
      </ul>
    </Card>
  );
}
