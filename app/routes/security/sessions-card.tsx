import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { Badge, Card, Icon, List, ListRow } from '../../components/index.ts';
import { RowButton } from './row-button.tsx';
import { securityIntents } from './security-intents.ts';

type Instant = string | Date;

interface Place {
  id: string;
  browser: string;
  address: string;
  last_used_at: Instant;
  is_current: boolean;
}

type Session = Place & { host: string; started_at: Instant; by_staff: boolean };
type Browser = Place & { remembered_at: Instant; expires_at: Instant };

interface SessionsCardProps {
  sessions: Session[];
  timeZone: string;
}

/** Where the person is logged in, with a button that ends each session. */
export function SessionsCard({ sessions, timeZone }: SessionsCardProps) {
  return (
    <Card
      title="Where you’re logged in"
      aside={
        sessions.length > 1 ? (
          <RowButton intent={securityIntents.others} label="Log out everywhere else" />
        ) : null
      }
      padded={false}
    >
      <List label="Sessions">
        {sessions.map((session) => (
          <ListRow
            key={session.id}
            lead={<Icon name={session.by_staff ? 'tool' : 'user'} />}
            title={session.by_staff ? 'Support, on your behalf' : session.browser}
            note={
              <>
                {session.address ? `${session.address}, ` : ''}
                {session.host}. Logged in {formatDateTime(session.started_at, timeZone)}, last used{' '}
                {formatDateTime(session.last_used_at, timeZone)}
              </>
            }
          >
            {session.is_current ? (
              <Badge tone="ok">This browser</Badge>
            ) : (
              <RowButton
                intent={securityIntents.end}
                id={session.id}
                label="Log out"
                about={session.by_staff ? 'support' : `${session.browser}, ${session.address}`}
              />
            )}
          </ListRow>
        ))}
      </List>
    </Card>
  );
}

/** Browsers that skip the second step for 30 days (doc1 §9). */
export function BrowsersCard({ browsers, timeZone }: { browsers: Browser[]; timeZone: string }) {
  if (browsers.length === 0) return null;
  return (
    <Card
      title="Remembered browsers"
      note="These browsers log you in without a code. Forget one to be asked for a code again."
      padded={false}
    >
      <List label="Remembered browsers">
        {browsers.map((browser) => (
          <ListRow
            key={browser.id}
            lead={<Icon name="clock" />}
            title={browser.browser}
            note={
              <>
                {browser.address}. Last used {formatDateTime(browser.last_used_at, timeZone)}, remembered
                until {formatDate(browser.expires_at, timeZone)}
              </>
            }
          >
            {browser.is_current ? <Badge>This browser</Badge> : null}
            <RowButton
              intent={securityIntents.forget}
              id={browser.id}
              label="Forget"
              about={`${browser.browser}, ${browser.address}`}
            />
          </ListRow>
        ))}
      </List>
    </Card>
  );
}
