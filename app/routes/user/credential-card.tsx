import { formatDate } from '#modules/platform/browser.ts';
import { CopyButton, Credential, LinkButton } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import type { ScoreSummary } from './score-summary.server.ts';

const tones = { none: 'faint', valid: 'fine', soon: 'soon', expired: 'gone' } as const;
const words = {
  none: 'Valid through',
  valid: 'Valid through',
  soon: 'Valid through',
  expired: 'Expired',
} as const;

/** The person's own score as a certificate, with the expiration in green, amber or red (doc2 §4.3). */
export function CredentialCard({ summary }: { summary: ScoreSummary }) {
  const { grade, shieldId, holder, expiration, held, reviewSince, state } = summary;
  const { timeZone } = useRoot();
  const unshared = state === 'expired' || held || reviewSince !== null;
  return (
    <Credential
      label="Your ShieldScore"
      eyebrow="Your ShieldID"
      grade={grade}
      shieldId={shieldId}
      expired={state === 'expired'}
      muted={unshared}
      facts={[
        ...(holder ? [['Holder', holder] as const] : []),
        ...(expiration
          ? [
              [
                words[state],
                <span key="date" className={tones[state]}>
                  {formatDate(expiration)}
                </span>,
              ] as const,
            ]
          : []),
        ...(held ? [['Sharing', 'On hold'] as const] : []),
        ...(reviewSince && !held
          ? [['Under review', `Since ${formatDate(reviewSince, timeZone)}`] as const]
          : []),
      ]}
      foot={
        shieldId ? (
          <>
            {unshared ? null : (
              <LinkButton size="small" icon="send" to="/user/share" preventScrollReset>
                Share My ShieldScore
              </LinkButton>
            )}
            <CopyButton
              text={shieldId}
              label="Copy ID"
              copied="ID Copied"
              size="small"
              kind={unshared ? 'default' : 'quiet'}
            />
          </>
        ) : null
      }
    />
  );
}
