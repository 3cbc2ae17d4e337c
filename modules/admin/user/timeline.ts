import { z } from 'zod';
import {
  accessKinds,
  addressKey,
  mailStates,
  mailsToPerson,
  sealedMails,
  subjectKey,
} from '#modules/identity/index.ts';
import {
  auditActions,
  column,
  type Fragment,
  openForPeople,
  operation,
  sealedDetails,
  sql,
  staff,
  statement,
} from '#modules/platform/index.ts';
import { auditLine, auditLinesOf, withDetails } from './audit-trail.ts';
import { noteOpening } from './opening.ts';
import { getSubject, userId } from './subject.ts';

/**
 * Everything that happened to a person in one list: the entries of the audit log about them, the mails to them, and who
 * saw their score.
 */

/** Moments on a page. */
const SHOWN = 50;

/** To which staff can narrow the list, each with the beginnings of its actions' names. */
const beginnings = {
  purchases: ['purchasing.', 'applications.money-'],
  application: ['applications.'],
  sharing: ['network.', 'enterprise.'],
  account: ['identity.'],
} as const;
type Topic = keyof typeof beginnings;
const topics = Object.keys(beginnings) as Topic[];

export const timelineKinds = [...topics, 'messages', 'views', 'staff'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** The first topic that an action belongs to. */
const topicOf = (action: string): Topic | null =>
  topics.find((topic) => beginnings[topic].some((beginning) => action.startsWith(beginning))) ?? null;

const isReading = (action: string) => auditActions().some(({ name, reads }) => name === action && reads);

function kindOf(action: string, byStaff: boolean): TimelineKind {
  if (isReading(action)) return 'views';
  return byStaff ? 'staff' : (topicOf(action) ?? 'staff');
}

/** The entries of a kind; null if it has none. */
function entriesOf(kind: TimelineKind | undefined): Fragment<boolean> | null {
  const named = (fits: (action: string) => boolean) => {
    const names = auditActions().map(({ name }) => name);
    return sql<boolean>`entry.action = any(${sql.val(names.filter(fits))}::text[])`;
  };
  if (kind === undefined) return sql<boolean>`true`;
  if (kind === 'messages') return null;
  if (kind === 'views') return named(isReading);
  if (kind === 'staff') {
    return sql<boolean>`(entry.admin_id is not null or entry.operator is not null or exists (
      select from account where account.id = entry.actor_id and account.role = 'ADMIN'
        and account.id <> entry.about_id))`;
  }
  return named((action) => topicOf(action) === kind && !isReading(action));
}

interface Asked {
  accountId: string;
  kind?: TimelineKind | undefined;
  before: { at: Date; id: string } | null;
}

const moments = statement({
  name: 'admin.list-moments',
  row: { source: column.oneOf(['entry', 'mail', 'view']), id: column.uuid, at: column.instant },
  examples: [
    [{ accountId: '00000000-0000-0000-0000-000000000000', before: null }],
    [{ accountId: '00000000-0000-0000-0000-000000000000', kind: 'messages', before: null }],
    [{ accountId: '00000000-0000-0000-0000-000000000000', kind: 'staff', before: null }],
    [
      {
        accountId: '00000000-0000-0000-0000-000000000000',
        kind: 'views',
        before: { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' },
      },
    ],
  ],
  sql: ({ accountId, kind, before }: Asked) => {
    const earlier = (at: string) =>
      before ? sql`(${sql.ref(at)}, id) < (${before.at}, ${before.id}::uuid)` : sql`true`;
    const entries = entriesOf(kind);
    const parts = [
      ...(entries
        ? [
            sql`(select 'entry' as source, id, at from audit_entry entry
              where about_id = ${accountId} and ${entries} and ${earlier('at')}
              order by at desc, id desc limit ${SHOWN + 1})`,
          ]
        : []),
      ...(kind === undefined || kind === 'messages'
        ? [
            sql`(select 'mail' as source, id, sent_at as at from sent_mail
              where account_id = ${accountId} and ${earlier('sent_at')}
              order by sent_at desc, id desc limit ${SHOWN + 1})`,
          ]
        : []),
      ...(kind === undefined || kind === 'views'
        ? [
            sql`(select 'view' as source, id, first_at as at from access_entry
              where person_id = ${accountId} and viewer_account_id is distinct from person_id
                and ${earlier('first_at')}
              order by first_at desc, id desc limit ${SHOWN + 1})`,
          ]
        : []),
    ];
    return sql`
      select source, id, at from (${sql.join(parts, sql` union all `)}) moment
      order by at desc, id desc limit ${SHOWN + 1}`;
  },
});

const viewsOf = statement({
  name: 'admin.list-views',
  row: {
    id: column.uuid,
    view: column.oneOf(accessKinds),
    viewer: column.text,
    reason: column.text,
  },
  sql: (ids: readonly string[]) => sql`
    select entry.id, entry.kind as view, entry.reason, coalesce(
      case when entry.share_link_id is not null then 'Someone with their link' end,
      company.company_name,
      nullif(account.businessname, ''), account.firstname || ' ' || account.lastname, 'A company') as viewer
    from access_entry entry
    left join account on account.id = entry.viewer_account_id
    left join company on company.id = entry.viewer_company_id
    where entry.id = any(${sql.val(ids)}::uuid[])`,
});

const entryMoment = auditLine.extend({
  source: z.literal('entry'),
  kind: z.enum(timelineKinds),
  /** Staff or the terminal did it. */
  by_staff: z.boolean(),
});
const mailMoment = z.object({
  source: z.literal('mail'),
  id: z.uuid(),
  dts: z.date(),
  /** Null once the person has been erased. */
  subject: z.string().nullable(),
  address: z.string().nullable(),
  state: z.enum(mailStates),
  progressed_dts: z.date().nullable(),
});
const viewMoment = z.object({
  source: z.literal('view'),
  id: z.uuid(),
  dts: z.date(),
  view: z.enum(accessKinds),
  viewer: z.string(),
  reason: z.string(),
});
const moment = z.discriminatedUnion('source', [entryMoment, mailMoment, viewMoment]);

/**
 * A person's timeline, newest first. Reading it counts as opening their record.
 * @throws Refusal not-found
 */
export const getTimeline = operation({
  name: 'admin.get-timeline',
  summary: 'Everything that happened to a person, newest first, with the emails to them.',
  access: staff,
  kind: 'write',
  input: userId.extend({ kind: z.enum(timelineKinds).optional(), before: z.string().max(60).optional() }),
  output: z.object({
    name: z.string(),
    moments: z.array(moment),
    /** The `before` of the next page; null on the last one. */
    next: z.string().nullable(),
  }),
  async run(work, { userid, kind, before }) {
    const person = await getSubject(work, userid);
    await noteOpening(work, userid);
    const found = await work.rows(moments({ accountId: userid, kind, before: placeOf(before) }));
    const page = found.slice(0, SHOWN);
    const ids = (source: string) => page.filter((each) => each.source === source).map(({ id }) => id);
    const [entries, mails, views] = [
      await work.rows(auditLinesOf(ids('entry'))),
      await work.rows(mailsToPerson(userid, ids('mail'))),
      await work.rows(viewsOf(ids('view'))),
    ];
    const texts = await openForPeople(work.db, work.portal.keys, [
      ...sealedDetails(entries),
      ...sealedMails(
        userid,
        mails.map((mail) => ({ ...mail, text_sealed: null })),
      ),
    ]);
    const known = new Map<string, z.output<typeof moment>>();
    for (const [at, line] of withDetails(entries, texts).entries()) {
      const byStaff = entries[at]?.by_staff ?? false;
      known.set(line.id, { ...line, source: 'entry', kind: kindOf(line.action, byStaff), by_staff: byStaff });
    }
    for (const { id, state, sent_at, progressed_at } of mails) {
      known.set(id, {
        source: 'mail',
        id,
        dts: sent_at,
        subject: texts.get(subjectKey(id)) ?? null,
        address: texts.get(addressKey(id)) ?? null,
        state,
        progressed_dts: progressed_at,
      });
    }
    const times = new Map(page.map(({ id, at }) => [id, at]));
    for (const view of views)
      known.set(view.id, { source: 'view', dts: times.get(view.id) ?? work.now, ...view });
    const last = found.length > SHOWN ? page.at(-1) : undefined;
    return {
      name: `${person.firstname} ${person.lastname}`,
      moments: page.flatMap(({ id }) => known.get(id) ?? []),
      next: last ? `${last.at.getTime()}.${last.id}` : null,
    };
  },
});

/** @returns null for a place that is malformed; the newest moments are shown for it */
function placeOf(before: string | undefined): Asked['before'] {
  const [, time, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(before ?? '') ?? [];
  return time && id ? { at: new Date(Number(time)), id } : null;
}
