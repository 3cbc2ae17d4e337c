import { expiresAt, findGrade, formatDate, formatReceiptAmount } from '#modules/platform/browser.ts';
import { Badge, Card, GradeBadge, Icon, LinkButton, List, ListRow } from '../../components/index.ts';

interface Application {
  applicationid: string;
  package: string;
  composite_status: string;
  composite_status_code: string;
  payment: 'paid' | 'held' | 'returned';
  under_review: boolean;
  correction_needed: boolean;
  package_rejected: boolean;
  ordered: string | Date;
  submitted: string | Date | null;
  expiration_dts: string | null;
  icscore: string | null;
}

interface Case {
  disputeid: string;
  kind: 'error' | 'identity-theft';
  applicationid: string;
  open: boolean;
}

interface Purchase {
  applicationid: string | null;
  /** In cents. */
  refunded_amount: number;
}

interface ChecksCardProps {
  applications: Application[];
  disputes: Case[];
  /** Empty if every check has begun. */
  purchases: Purchase[];
  timeZone: string;
  now: string | Date;
  /** Whether the active score is under review (D116). */
  underReview: boolean;
  /** Whether an empty card offers a first purchase, because nothing else on the page does. */
  offersFirst: boolean;
}

/** The person's background checks, each with the actions that are possible (doc2 §4.2). */
export function ChecksCard({ applications, disputes, purchases, ...rest }: ChecksCardProps) {
  const { timeZone, now, underReview, offersFirst } = rest;
  if (applications.length === 0) {
    return (
      <Card title="My Background Checks">
        <p className="muted">None yet. A check takes several days, and you see the result first.</p>
        {offersFirst ? (
          <div>
            <LinkButton size="small" to="/user/purchase" icon="shield">
              Purchase Background Check
            </LinkButton>
          </div>
        ) : null}
      </Card>
    );
  }
  return (
    <Card className="my-checks" title="My Background Checks" padded={false}>
      <List>
        {applications.map((application) => (
          <ListRow
            key={application.applicationid}
            title={application.package}
            note={noteOf(application, purchases, timeZone, new Date(now))}
          >
            <Next
              application={application}
              cases={disputes.filter((each) => each.open && each.applicationid === application.applicationid)}
              now={new Date(now)}
              underReview={underReview}
            />
          </ListRow>
        ))}
      </List>
    </Card>
  );
}

function noteOf(
  application: Application,
  purchases: readonly Purchase[],
  timeZone: string,
  now: Date,
): string {
  const ordered = `Ordered ${formatDate(application.ordered, timeZone)}`;
  if (application.composite_status_code === 'done') {
    const end = application.expiration_dts;
    if (!end) return ordered;
    return `${ordered}, ${expiresAt(end) > now ? 'valid through' : 'expired'} ${formatDate(end)}`;
  }
  // If there is no action, the badge shows the progress.
  return application.composite_status_code in steps
    ? `${application.composite_status}${refundOf(application, purchases)}. ${ordered}`
    : ordered;
}

/** What is said of a part that was returned for a check that has not begun (D117). */
function refundOf(
  { applicationid, composite_status_code }: Application,
  purchases: readonly Purchase[],
): string {
  const paid = purchases.find((each) => each.applicationid === applicationid);
  if (composite_status_code !== 'paid' || !paid || paid.refunded_amount === 0) return '';
  return `, ${formatReceiptAmount(paid.refunded_amount)} refunded`;
}

const steps: Record<string, string> = {
  paid: 'Start',
  waituser: 'Continue',
  waitmanual: 'Continue',
  clearidaction: 'Take new ID photos',
  newrequiresapproval: 'Review and approve',
  monitorrequiresapproval: 'Review and approve',
};

const caseLink = { error: 'View dispute', 'identity-theft': 'View request' } as const;

interface NextProps {
  application: Application;
  /** The open cases of this check, at most one of each kind. */
  cases: Case[];
  now: Date;
  underReview: boolean;
}

function Next({ application, cases, now, underReview }: NextProps) {
  const { composite_status_code: code, applicationid, icscore, expiration_dts: end } = application;
  if (cases.length > 0) {
    return cases.map(({ disputeid, kind }) => (
      <LinkButton
        key={disputeid}
        size="small"
        to={`/user/disputes/${disputeid}`}
        aria-label={`${caseLink[kind]}: ${application.package}`}
      >
        {caseLink[kind]}
      </LinkButton>
    ));
  }
  const step = application.correction_needed
    ? 'Correct'
    : application.package_rejected
      ? 'Sign again'
      : steps[code];
  if (step) {
    return (
      <LinkButton
        size="small"
        to={addressOf(code, applicationid)}
        aria-label={`${step}: ${application.package}`}
      >
        {step}
      </LinkButton>
    );
  }
  if (code !== 'done' || !icscore) {
    return (
      <Badge tone="info">
        {application.under_review ? 'Checking your details' : application.composite_status}
      </Badge>
    );
  }
  return (
    <>
      <GradeBadge
        grade={findGrade(icscore) ?? 'NA'}
        expired={end !== null && expiresAt(end) <= now}
        held={application.payment === 'held'}
        underReview={underReview}
      />
      <LinkButton
        size="small"
        kind="quiet"
        to={`/user/disputes/new?applicationid=${applicationid}`}
        aria-label={`Dispute: ${application.package}`}
      >
        Dispute
      </LinkButton>
      <a
        className="btn btn-small btn-icon btn-quiet"
        href={`/application/downloadreport/${applicationid}`}
        aria-label={`Download report: ${application.package}`}
      >
        <Icon name="download" />
      </a>
    </>
  );
}

const reviews = new Set(['newrequiresapproval', 'monitorrequiresapproval', 'correctionrequest']);

/** The page on which the person continues with a check. */
export function addressOf(code: string, applicationid: string): string {
  if (code === 'clearidaction') return `/user/idverification?appid=${applicationid}`;
  if (reviews.has(code)) return `/user/scoreapproval?applicationid=${applicationid}`;
  return `/user/application/next?applicationid=${applicationid}`;
}
