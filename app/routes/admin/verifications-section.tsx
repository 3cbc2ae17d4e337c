import type { listIdVerifications } from '#modules/admin/index.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, Disclose, Facts, LinkButton } from '../../components/index.ts';
import { Found, ReadFacts } from './verification-parts.tsx';
import { statusLook, verificationTitle } from './verification-words.ts';

type Verification = OutputOf<typeof listIdVerifications>['verifications'][number];

interface VerificationsSectionProps {
  verifications: Verification[];
  userid: string;
  timeZone: string;
}

/** A person's ID verifications, newest first. Those that wait for staff are highlighted (doc3 §4). */
export function VerificationsSection({ verifications, userid, timeZone }: VerificationsSectionProps) {
  return (
    <Card
      id="idverification"
      className="sec"
      title="ID verifications"
      empty={verifications.length === 0 ? 'None yet' : false}
    >
      {verifications.map((verification) => {
        const { tone, label } = statusLook(verification.status);
        const waits = verification.status === 'REVIEW';
        return (
          <div key={verification.id} className={waits ? 'verification verification-waits' : 'verification'}>
            <div className="stack stack-8">
              <div className="row row-tight">
                <b>{verificationTitle(verification)}</b>
                <Badge tone={tone}>{label}</Badge>
                {verification.active_verification ? <Badge tone="ok">Current</Badge> : null}
                {verification.sandbox ? <Badge>Sandbox</Badge> : null}
                <time className="small muted" dateTime={new Date(verification.dts).toISOString()}>
                  {formatDateTime(verification.dts, timeZone)}
                </time>
              </div>
              <Facts facts={factsOf(verification, timeZone)} />
              {verification.documents.front || verification.documents.back ? (
                <Disclose summary="What was read from the document">
                  <h3>Front</h3>
                  <ReadFacts side={verification.documents.front} />
                  <h3>Back</h3>
                  <ReadFacts side={verification.documents.back} />
                </Disclose>
              ) : null}
            </div>
            {verification.workflow_run_id && verification.has_images ? (
              <LinkButton
                size="small"
                kind={waits ? 'primary' : 'default'}
                to={`/admin/user/${userid}/idverification/${verification.workflow_run_id}`}
              >
                {waits ? 'Review' : 'See images'}
              </LinkButton>
            ) : null}
          </div>
        );
      })}
    </Card>
  );
}

function factsOf(verification: Verification, timeZone: string) {
  const { results, manual_approval: manual } = verification;
  const name = [verification.firstname, verification.middlename, verification.lastname]
    .filter(Boolean)
    .join(' ');
  const day = (date: string | null) => (date ? formatDate(date) : 'Not detected');
  return [
    ['Name', name || 'Not detected'],
    ['Date of birth', day(verification.dob)],
    ['Expires', day(verification.detected_expire_date)],
    ...(verification.verified_until
      ? [['Valid until', formatDate(verification.verified_until)] as const]
      : []),
    ...(results
      ? [
          [
            'Document',
            <Found key="document" result={results.document} details={results.document_details} />,
          ] as const,
          ['Face', <Found key="face" result={results.face} />] as const,
          ['Device', <Found key="device" result={results.device} />] as const,
        ]
      : []),
    ...(verification.reasons.length > 0 ? [['Reasons', verification.reasons.join(' ')] as const] : []),
    ...(manual
      ? [
          [
            'Decided by',
            `${manual.adminname} (${showEmailAddress(manual.adminemailaddress)})${manual.dts ? `, ${formatDateTime(manual.dts, timeZone)}` : ''}`,
          ] as const,
          ['Note', manual.note ?? 'Erased with the personal data'] as const,
        ]
      : []),
  ] as const;
}
