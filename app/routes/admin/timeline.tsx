import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { getTimeline, timelineKinds } from '#modules/admin/index.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { Card, Crumbs, EmptyState, Icon, LinkButton, Page, Tabs } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { entryInWords } from './audit-values.server.ts';
import { RecordTabs } from './record-tabs.tsx';
import { kindLook, momentWords, type Shown } from './timeline-words.ts';

export const meta = titled('Timeline');

export async function loader(args: LoaderFunctionArgs) {
  const userid = args.params.userid ?? '';
  const query = new URL(args.request.url).searchParams;
  const kind = timelineKinds.find((each) => each === query.get('kind'));
  const before = query.get('before') ?? undefined;
  const { moments, ...found } = await perform(args, getTimeline, { userid, kind, before });
  return {
    ...found,
    userid,
    kind,
    first: before === undefined,
    moments: moments.map((moment): Shown => (moment.source === 'entry' ? entryInWords(moment) : moment)),
  };
}

/** Everything that happened to a person, newest first, by day (doc3 §2). */
export default function TimelineOfPerson() {
  const { name, userid, kind, moments, next, first } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const { search } = useLocation();
  const here = `/admin/user/${userid}/timeline`;
  const days = Map.groupBy(moments, ({ dts }) => formatDate(dts, timeZone));
  const older = new URLSearchParams(search);
  if (next) older.set('before', next);
  return (
    <Page
      title={name}
      lead="Everything that happened with this account, newest first."
      crumbs={<Crumbs trail={[['Tools', '/admin/tools']]}>User</Crumbs>}
    >
      <RecordTabs userid={userid} current="Timeline" />
      <Tabs
        label="Kind"
        items={[
          { to: here, label: 'All', current: !kind },
          ...Object.entries(kindLook).map(([value, { label }]) => ({
            to: `${here}?kind=${value}`,
            label,
            current: kind === value,
          })),
        ]}
      />
      <Card padded={false}>
        {moments.length === 0 ? (
          <EmptyState icon="search" title="Nothing of this kind happened">
            {kind ? <Link to={here}>Show all kinds</Link> : null}
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
            {first ? null : <LinkButton to={`${here}${kind ? `?kind=${kind}` : ''}`}>Newest</LinkButton>}
            {next ? <LinkButton to={`?${older}`}>Show older</LinkButton> : null}
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
