import { scoreReviewFields } from '#modules/applications/fields.ts';
import { applicationsTimings } from '#modules/applications/limits.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';
import {
  findGrade,
  formatCount,
  formatDate,
  formatDuration,
  formatPhone,
  type Grade,
} from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import {
  Badge,
  Banner,
  Card,
  ChoiceCard,
  ChoiceGroup,
  Credential,
  checkedBy,
  Form,
  GradeBadge,
  Icon,
  LinkButton,
  List,
  ListRow,
  SubmitButton,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { decisionIntents } from './score-intents.ts';
import { ScorePage } from './score-page.tsx';
import type { AcceptanceProps, Approval } from './steps.ts';

const review = bind(scoreReviewFields);

const check = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.scoreReviewForm),
);

const verdicts: Record<Grade, string> = {
  'IC01+': 'The best of five scores',
  IC01: 'Second-highest of five scores',
  IC02: 'Third of five scores',
  IC03: 'Fourth of five scores',
  IC04: 'Lowest of five scores',
  NA: 'No score could be given',
};

/** Score and findings, then two choices of equal weight (doc2 §4.5). */
export function ReviewStep({ application, approval, result, report }: AcceptanceProps) {
  const { timeZone } = useRoot();
  const grade = findGrade(approval.icscore) ?? 'NA';
  const ready = formatDate(approval.ready_dts, timeZone);
  const held = application.payment === 'held';
  // A change that monitoring found keeps the expiration of its check.
  const keeps = approval.scorechangetype === 'monitorupdate';
  return (
    <ScorePage
      title={approval.previous_icscore ? 'Your new ShieldScore is ready' : 'Your ShieldScore is ready'}
      lead="Only you can see it now. No one in your network sees it until you activate it."
      step="review"
    >
      <Credential
        full
        grade={grade}
        shieldId={approval.certification_number}
        label="Your new ShieldScore"
        facts={[
          ['Holder', approval.holder],
          ['Ready on', ready],
          ['Valid through', formatDate(approval.valid_through)],
        ]}
      >
        <div className="stack stack-4">
          <Shift approval={approval} grade={grade} />
          <h2>{verdicts[grade]}</h2>
          <p className="muted small">{summaryOf(approval)}</p>
        </div>
      </Credential>
      <Card
        title="Searches and results"
        padded={false}
        aside={
          <LinkButton size="small" icon="download" to={report} reloadDocument>
            Download full report
          </LinkButton>
        }
      >
        <List>
          {approval.findings.map((finding) => (
            <FindingRow key={finding.search} finding={finding} />
          ))}
        </List>
      </Card>
      {approval.statements.map((statement) => (
        <Card key={statement.text} title="Your own statement">
          <p className="small muted">About: {statement.items.join(', ') || 'the whole report'}</p>
          <p className="anywhere written">{statement.text}</p>
        </Card>
      ))}
      <Form
        id="score-review"
        intent={decisionIntents.review}
        result={result}
        check={check}
        className="stack stack-24"
      >
        {held ? (
          <Banner tone="warn" title="You can’t activate this score yet.">
            {applicationsTexts['payment.held']}
          </Banner>
        ) : null}
        <ChoiceGroup field={review.reviewaction} label={<h2>{review.reviewaction.field.label}</h2>}>
          <ChoiceCard
            field={review.reviewaction}
            value="accept"
            disabled={held}
            label="Yes, activate my ShieldScore"
            note={
              approval.previous_icscore
                ? `It replaces your old score today, wherever you share it. ${keeps ? 'The expiration date stays' : 'It is valid through'} ${formatDate(approval.valid_through)}.`
                : 'You’ll get your ShieldID, then choose what to share.'
            }
          />
          <ChoiceCard
            field={review.reviewaction}
            value="reporterror"
            label="No, something is wrong"
            note={`Tell us what. ${application.provider} must look into it and respond within ${formatDuration(applicationsTimings['dispute.due'])}, free of charge. Your score stays inactive until then.`}
          />
        </ChoiceGroup>
        <div className="actions">
          <SubmitButton size="large" pending="Saving">
            <span className="when-accepting">Activate My ShieldScore</span>
            <span className="when-reporting">Report an Error</span>
          </SubmitButton>
        </div>
      </Form>
      <p className="small faint">
        If you decide later, your score stays inactive. Questions about the report: {application.provider},{' '}
        <a className="nowrap" href={`tel:+1${application.provider_support_phone}`}>
          {formatPhone(application.provider_support_phone)}
        </a>
        {application.provider_profile_number ? `, profile ${application.provider_profile_number}` : null}.
      </p>
    </ScorePage>
  );
}

/** One search: where and when, its result, and each record it found with place and day. */
function FindingRow({ finding }: { finding: Approval['findings'][number] }) {
  const { search, scope, places, searched_on, result, clear, records } = finding;
  const where = [places.join('; '), scope, searched_on && `Searched\u00a0${formatDate(searched_on)}`];
  return (
    <ListRow
      title={search}
      note={
        <>
          {where.filter(Boolean).join('. ')}
          {records.map((record) => (
            <span key={`${record.description} ${record.recorded_on}`} className="record">
              {[record.description, record.place, record.recorded_on && formatDate(record.recorded_on)]
                .filter(Boolean)
                .join(', ')}
            </span>
          ))}
        </>
      }
    >
      <Badge tone={clear ? 'ok' : 'warn'} icon={clear ? 'check' : 'alert'}>
        {result}
      </Badge>
    </ListRow>
  );
}

/** The score, and the previous one if there is one. */
function Shift({ approval, grade }: { approval: Approval; grade: Grade }) {
  const before = approval.previous_icscore ? findGrade(approval.previous_icscore) : null;
  return (
    <p className="eyebrow">
      <span>ShieldScore</span>
      {before ? (
        <span className="shift">
          <span>before</span>
          <GradeBadge grade={before} />
          <Icon name="right" />
          <span>now</span>
          <GradeBadge grade={grade} />
        </span>
      ) : null}
    </p>
  );
}

function summaryOf({ findings }: Approval): string {
  const found = findings.filter((finding) => !finding.clear).length;
  if (found === 0) return 'No records in any search.';
  return `${found} of ${formatCount(findings.length, 'search', 'searches')} found records.`;
}
