import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { getRecordHead, getTimeline } from '#modules/admin/index.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { SHORTEST_SEARCH } from '#modules/platform/fields/search.ts';
import { withQuery } from '../../components/grid/page.ts';
import { Banner, Card, Crumbs, EmptyState, Icon, LinkButton, Page, Tabs } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { entryInWords } from './audit-values.server.ts';
import { RecordBar } from './record-bar.tsx';
import { RecordTabs } from './record-tabs.tsx';
import { timelineAsked } from './timeline-asked.server.ts';
import { kindLook, momentWords, type Shown } from './timeline-words.ts';
import { SearchBox } from './tools-search.tsx';

export const meta = titled('Timeline');

export async function loader(args: LoaderFunctionArgs) {
  const { userid, kind, typed, q, before } = timelineAsked(args);
  const head = await perform(args, getRecordHead, { userid });
  const { moments, ...found } = await perform(args, getTimeline, { userid, kind, q, before });
  return {
    ...found,
    head,
    userid,
    kind,
    typed,
    q,
    now: args.context.portal.clock.now(),
    first: before === undefined,
    moments: moments.map((moment): Shown => (moment.source === 'entry' ? entryInWords(moment) : moment)),
  };
}

/** Everything that happened to a person, newest first, by day (doc3 §2). */
export default function TimelineOfPerson() {
  const { name, head, userid, kind, typed, q, moments, next, first, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const { search } = useLocation();
  const here = `/admin/user/${userid}/timeline`;
  const days = Map.groupBy(moments, ({ dts }) => formatDate(dts, timeZone));
  const to = (changes: Record<string, string | null>) => `${here}${withQuery(search, changes)}`;
  return (
    <Page
      title={name}
      lead="Everything that happened with this account, newest first."
      crumbs={<Crumbs trail={[['Tools', '/admin/tools']]}>User</Crumbs>}
      actions={
        moments.length > 0 ? (
          <LinkButton to={`${here}.csv${withQuery(search, {})}`} icon="download" size="small" reloadDocument>
            Export as CSV
          </LinkButton>
        ) : null
      }
    >
      <RecordTabs userid={userid} current="Timeline" />
      <RecordBar record={head} context={{ timeZone, now }} />
      <Card>
        <SearchBox name="q" label="Search this timeline" value={typed} />
        {typed && !q ? (
          <Banner tone="warn" live="alert">
            Type at least {SHORTEST_SEARCH} characters to search.
          </Banner>
        ) : null}
      </Card>
      <Tabs
        label="Kind"
        items={[
          { to: to({ kind: null }), label: 'All', current: !kind },
          ...Object.entries(kindLook).map(([value, { label }]) => ({
            to: to({ kind: value }),
            label,
            current: kind === value,
          })),
        ]}
      />
      <Card padded={false}>
        {moments.length === 0 ? (
          <EmptyState
            icon="search"
            title={q ? `Nothing here matches “${q}”` : 'Nothing of this kind happened'}
          >
            {next ? 'Older entries were not searched yet. ' : null}
            {kind || q ? <Link to={here}>Show everything</Link> : null}
          </EmptyState>
        ) : null}
        {[...days].map(([day, ofDay]) => (
          <section key={day} className="moments" aria-labelledby={`day-${day}`}>
            <h2 id={`day-${day}`}>{day}</h2>
            <ol>
              {ofDay.map((moment) => (
                <MomentRow key={moment.id} moment={moment} userid={userid} timeZone={timeZone} />
              ))}
            </ol>
          </section>
        ))}
        {next || !first ? (
          <div className="card-foot">
            {first ? null : <LinkButton to={to({})}>Newest</LinkButton>}
            {next ? (
              <LinkButton to={to({ before: next })}>{q ? 'Search older' : 'Show older'}</LinkButton>
            ) : null}
          </div>
        ) : null}
      </Card>
    </Page>
  );
}

function MomentRow({ moment, userid, timeZone }: { moment: Shown; userid: string; timeZone: string }) {
  const { icon, title, notes, tone } = momentWords(moment, timeZone);
  const [, ...time] = formatDateTime(moment.dts, timeZone).split(' ');
  return (
    <li>
      <time className="small muted" dateTime={moment.dts.toISOString()}>
        {time.join(' ')}
      </time>
      <Icon name={icon} />
      <div>
        <b className="anywhere">
          {moment.source === 'mail' ? (
            <Link to={`/admin/user/${userid}/mail/${moment.id}`}>{title}</Link>
          ) : (
            title
          )}
        </b>
        {notes.map((note) => (
          <p key={note} className={tone ? `small anywhere ${tone}` : 'small muted anywhere'}>
            {note}
          </p>
        ))}
      </div>
    </li>
  );
}
