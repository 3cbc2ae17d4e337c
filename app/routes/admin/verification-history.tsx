import type { listIdVerifications } from '#modules/admin/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, LinkButton, List, ListRow } from '../../components/index.ts';
import { statusLook, verificationTitle } from './verification-words.ts';

type Verification = OutputOf<typeof listIdVerifications>['verifications'][number];

interface VerificationHistoryProps {
  verifications: Verification[];
  /** The id of the one that the page is for. */
  shown: string;
  userid: string;
  timeZone: string;
}

/**
 * All ID verifications of the person, newest first, and who decided each. For a second review, the first one is often
 * needed.
 */
export function VerificationHistory({ verifications, shown, userid, timeZone }: VerificationHistoryProps) {
  return (
    <Card title="History" padded={false}>
      <List label="ID verifications of this person">
        {verifications.map((verification) => {
          const { tone, label } = statusLook(verification.status);
          const isShown = verification.id === shown;
          return (
            <ListRow
              key={verification.id}
              title={`${verificationTitle(verification)}${isShown ? ' (this one)' : ''}`}
              note={noteOf(verification, timeZone)}
            >
              <Badge tone={tone}>{label}</Badge>
              {!isShown && verification.workflow_run_id && verification.has_images ? (
                <LinkButton
                  size="small"
                  to={`/admin/user/${userid}/idverification/${verification.workflow_run_id}`}
                  aria-label={`See images of ${formatDateTime(verification.dts, timeZone)}`}
                >
                  See images
                </LinkButton>
              ) : null}
            </ListRow>
          );
        })}
      </List>
    </Card>
  );
}

function noteOf({ dts, manual_approval: manual }: Verification, timeZone: string): string {
  const started = `Started ${formatDateTime(dts, timeZone)}`;
  if (!manual) return started;
  const when = manual.dts ? ` on ${formatDateTime(manual.dts, timeZone)}` : '';
  return `${started}. Decided by ${manual.adminname}${when}: ${manual.note ?? 'erased with the personal data'}`;
}
