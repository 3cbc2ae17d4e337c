import { z } from 'zod';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  accessKinds,
  addressKey,
  mailStates,
  mailsToPerson,
  sealedMails,
  subjectKey,
} from '#modules/identity/index.ts';
import {
  anyOf,
  auditActions,
  column,
  type Fragment,
  openForPeople,
  operation,
  type RowOfStatement,
  readSearchTerm,
  sealedDetails,
  searchText,
  sql,
  staff,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
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
    where entry.id = ${anyOf(ids)}`,
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

type Moment = z.output<typeof moment>;

/** Moments that one page of a search looks at; after that it says that older ones were not looked at. */
const LOOKED_AT = 1_000;

const asked = userId.extend({
  kind: z.enum(timelineKinds).optional(),
  /** Words that all have to appear in what happened, by whom, or in an email's subject. */
  q: searchText(0).optional(),
  before: z.string().max(60).optional(),
});
const page = {
  moments: z.array(moment),
  /** The `before` of the next page; null on the last one. */
  next: z.string().nullable(),
};

/**
 * A person's timeline, newest first. Reading it counts as opening their record.
 * @throws Refusal not-found
 */
export const getTimeline = operation({
  name: 'admin.get-timeline',
  summary: 'Everything that happened to a person, newest first, with the emails to them.',
  access: staff,
  kind: 'write',
  input: asked,
  output: z.object({ name: z.string(), ...page }),
  async run(work, { userid, ...wanted }) {
    const person = await getSubject(work, userid);
    await noteOpening(work, userid);
    return {
      name: `${person.firstname} ${person.lastname}`,
      ...(await searchMoments(work, userid, wanted)),
    };
  },
});

/** Starts an export of a timeline, which is itself an entry about the person. @throws Refusal not-found */
export const startTimelineExport = operation({
  name: 'admin.start-timeline-export',
  summary: "Starts an export of a person's timeline.",
  access: staff,
  kind: 'write',
  input: userId.extend({ kind: asked.shape.kind }),
  output: z.object({ time_zone: z.string() }),
  async run(work, { userid, kind }) {
    await getSubject(work, userid);
    await work.audit({
      action: adminAudit.timelineExported,
      about: userid,
      detail: { kind: kind ?? 'all' },
    });
    const { timeZone } = await brandForHost(work.portal, null);
    return { time_zone: timeZone };
  },
});

/** The next moments of an export, newest first; `next` is null after the last. */
export const readTimelineExport = operation({
  name: 'admin.read-timeline-export',
  summary: "The next moments of an export of a person's timeline.",
  access: staff,
  kind: 'read',
  input: asked,
  output: z.object(page),
  async run(work, { userid, ...wanted }) {
    await getSubject(work, userid);
    return searchMoments(work, userid, wanted);
  },
});

type Reading = Pick<Work, 'db' | 'rows' | 'now' | 'portal'>;

/** The next page of what fits. What is encrypted can be searched only after it is decrypted. */
async function searchMoments(
  work: Reading,
  accountId: string,
  { kind, q, before }: Omit<z.output<typeof asked>, 'userid'>,
): Promise<{ moments: Moment[]; next: string | null }> {
  const words = q ? readSearchTerm(q).words : [];
  const fitting: Moment[] = [];
  let place = placeOf(before);
  for (let looked = 0; looked < LOOKED_AT; looked += SHOWN) {
    const found = await work.rows(moments({ accountId, kind, before: place }));
    const part = await readMoments(work, accountId, found.slice(0, SHOWN));
    for (const [at, each] of part.entries()) {
      if (!fits(each, words)) continue;
      fitting.push(each);
      const more = at + 1 < part.length || found.length > SHOWN;
      if (fitting.length === SHOWN) return { moments: fitting, next: more ? wordsOfPlace(each) : null };
    }
    const last = part.at(-1);
    if (found.length <= SHOWN || !last) return { moments: fitting, next: null };
    place = { at: last.dts, id: last.id };
  }
  return { moments: fitting, next: place && wordsOfPlace({ dts: place.at, id: place.id }) };
}

/** Whether all words appear in what the moment says. */
function fits(each: Moment, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = textsOf(each).join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function textsOf(each: Moment): (string | null | undefined)[] {
  if (each.source === 'mail') return ['email', each.subject, each.address];
  if (each.source === 'view') return [each.viewer, each.view, each.reason];
  const named = auditActions().find(({ name }) => name === each.action);
  const values = each.detail ? JSON.stringify(Object.values(each.detail)) : '';
  return [named?.words, each.actor, each.admin, values];
}

/** What stands at these places, in their order. */
async function readMoments(
  work: Reading,
  accountId: string,
  places: readonly RowOfStatement<typeof moments>[],
): Promise<Moment[]> {
  const ids = (source: string) => places.filter((each) => each.source === source).map(({ id }) => id);
  const [entries, mails, views] = [
    await work.rows(auditLinesOf(ids('entry'))),
    await work.rows(mailsToPerson(accountId, ids('mail'))),
    await work.rows(viewsOf(ids('view'))),
  ];
  const texts = await openForPeople(work.db, work.portal.keys, [
    ...sealedDetails(entries),
    ...sealedMails(
      accountId,
      mails.map((mail) => ({ ...mail, text_sealed: null })),
    ),
  ]);
  const known = new Map<string, Moment>();
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
  const times = new Map(places.map(({ id, at }) => [id, at]));
  for (const view of views)
    known.set(view.id, { source: 'view', dts: times.get(view.id) ?? work.now, ...view });
  return places.flatMap(({ id }) => known.get(id) ?? []);
}

const wordsOfPlace = ({ dts, id }: Pick<Moment, 'dts' | 'id'>) => `${dts.getTime()}.${id}`;

/** @returns null for a place that is malformed; the newest moments are shown for it */
function placeOf(before: string | undefined): Asked['before'] {
  const [, time, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(before ?? '') ?? [];
  return time && id ? { at: new Date(Number(time)), id } : null;
}
