import type { listShareLinks } from '#modules/network/index.ts';
import { formatCount, formatDate } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, EmptyState, LinkButton, List, ListRow } from '../../components/index.ts';

type ShareLink = OutputOf<typeof listShareLinks>['links'][number];
/** A link in the form in which the page gets it. */
type Received = {
  [K in keyof ShareLink]: ShareLink[K] | (ShareLink[K] extends Date | null ? string : never);
};

interface ShareLinksProps {
  links: Received[];
  timeZone: string;
  mayMake: boolean;
}

/** The person's links, newest first, with how often each was opened. */
export function ShareLinks({ links, timeZone, mayMake }: ShareLinksProps) {
  const make = mayMake ? (
    <LinkButton to="/user/share/new" size="small" icon="plus" preventScrollReset>
      New link
    </LinkButton>
  ) : null;
  if (links.length === 0) {
    return (
      <Card title="Share links">
        <EmptyState icon="link" level={3} title="No share links" action={make}>
          Make one for a job, a gate, or a bid, or print its QR code. You see how often it was opened.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card
      title="Share links"
      aside={make}
      note="Anyone with a link sees your score until it ends."
      padded={false}
    >
      <List label="Share links">
        {links.map((link) => (
          <ListRow key={link.linkid} title={nameOf(link)} note={noteOf(link, timeZone)}>
            <State state={link.state} />
            {link.state === 'working' ? (
              <>
                <LinkButton to={`/user/share/link/${link.linkid}`} size="small" preventScrollReset>
                  Link and QR code<span className="sr"> of {nameOf(link)}</span>
                </LinkButton>
                <LinkButton
                  to={`/user/share/revoke/${link.linkid}`}
                  size="small"
                  kind="quiet"
                  preventScrollReset
                >
                  Revoke<span className="sr"> {nameOf(link)}</span>
                </LinkButton>
              </>
            ) : null}
          </ListRow>
        ))}
      </List>
    </Card>
  );
}

export const nameOf = ({ label, emailaddress }: Pick<ShareLink, 'label' | 'emailaddress'>): string =>
  label || showEmailAddress(emailaddress ?? '') || 'Share link';

const states = {
  working: { tone: 'ok', word: 'On' },
  expired: { tone: undefined, word: 'Expired' },
  revoked: { tone: undefined, word: 'Revoked' },
} as const;

function State({ state }: Pick<ShareLink, 'state'>) {
  const { tone, word } = states[state];
  return <Badge {...(tone ? { tone } : {})}>{word}</Badge>;
}

function noteOf(link: Received, timeZone: string): string {
  const day = (at: Date | string) => formatDate(at, timeZone);
  const made = link.kind === 'email' ? `Emailed ${day(link.made)}` : `Created ${day(link.made)}`;
  const end =
    link.state === 'revoked' && link.revoked
      ? `revoked ${day(link.revoked)}`
      : `${link.state === 'expired' ? 'ended' : 'ends'} ${day(link.expires)}`;
  const views =
    link.views === 0 || !link.last_view
      ? 'Not opened yet.'
      : `${formatCount(link.views, 'view')}, last ${day(link.last_view)}.`;
  return `${made}, ${end}. ${views}`;
}
