import { Card, CopyButton } from '../../components/index.ts';

/** The permanent link of the person's network, to copy (doc2 §2.4). */
export function InviteUrlCard({ url }: { url: string | null }) {
  return (
    <Card
      title="Network invite URL"
      note="Anyone who opens it and logs in gets an invitation to share their score with you. They don’t see yours."
    >
      {url ? (
        <div className="joined">
          <input className="input" aria-label="Network invite URL" value={url} readOnly />
          <CopyButton text={url} />
        </div>
      ) : (
        <p className="muted">You’ll get one with your ShieldID.</p>
      )}
    </Card>
  );
}
