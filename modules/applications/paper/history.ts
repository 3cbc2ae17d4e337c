import { z } from 'zod';
import { operation, staff, type Work } from '#modules/platform/index.ts';
import { getApplication } from '../applications.ts';
import { packageWays } from '../entities/manual-package.ts';
import { openReason } from './reviewing.ts';

/** What became of the paper packages of an application, for staff. */

/** A person may choose paper again after each rejection; only the latest packages are read. */
const MOST_PACKAGES = 10;

const event = z.object({
  what: z.enum([
    'chosen',
    'downloaded',
    'reminded',
    'missing',
    'received',
    'approved',
    'rejected',
    'switched',
    'canceled',
  ]),
  dts: z.date(),
  /** The name of the member of staff; null if it was the person or the portal. */
  by: z.string().nullable(),
  way: z.enum(packageWays).nullable(),
  pages: z.number().nullable(),
  signatures_detected: z.number().nullable(),
  /** What the person was told; null if nothing, and once the person is erased. */
  reason: z.string().nullable(),
});

type Event = z.output<typeof event>;

export const listPackageHistory = operation({
  name: 'applications.list-package-history',
  summary: 'What became of the paper packages of an application, newest first.',
  access: staff,
  kind: 'read',
  input: z.object({ applicationid: z.uuid() }),
  output: z.object({ events: z.array(event) }),
  async run(work, { applicationid }) {
    const { account_id: personId } = await getApplication(work, applicationid);
    const packages = await readPackages(work, applicationid);
    const events = await Promise.all(packages.map((each) => eventsOf(work, each, personId)));
    return { events: events.flat().toSorted((one, other) => other.dts.getTime() - one.dts.getTime()) };
  },
});

type Package = Awaited<ReturnType<typeof readPackages>>[number];

function readPackages(work: Pick<Work, 'db'>, applicationId: string) {
  return work.db
    .selectFrom('manual_package as package')
    .leftJoin('account as decider', 'decider.id', 'package.decided_by_account_id')
    .leftJoin('account as taker', 'taker.id', 'package.taken_by_account_id')
    .selectAll('package')
    .select([
      'decider.firstname as decider_first',
      'decider.lastname as decider_last',
      'taker.firstname as taker_first',
      'taker.lastname as taker_last',
    ])
    .where('package.application_id', '=', applicationId)
    .orderBy('package.requested_at', 'desc')
    .limit(MOST_PACKAGES)
    .execute();
}

async function eventsOf(work: Pick<Work, 'db' | 'portal'>, row: Package, personId: string): Promise<Event[]> {
  const { id, reason_sealed: sealed } = row;
  const at = (what: Event['what'], dts: Date | null, more: Partial<Event> = {}): Event[] =>
    dts
      ? [{ what, dts, by: null, way: null, pages: null, signatures_detected: null, reason: null, ...more }]
      : [];
  return [
    ...at('chosen', row.requested_at),
    ...at('downloaded', row.downloaded_at),
    ...at('reminded', row.reminded_at),
    ...at('missing', row.alerted_at),
    ...at('received', row.received_at, {
      by: nameOf(row.taker_first, row.taker_last),
      way: row.received_by,
      pages: row.file_pages,
      signatures_detected: row.signatures_detected,
    }),
    ...(row.outcome
      ? at(row.outcome, row.closed_at, {
          by: nameOf(row.decider_first, row.decider_last),
          reason: sealed && (await openReason(work, { id, personId, sealed })),
        })
      : []),
  ];
}

function nameOf(first: string | null, last: string | null): string | null {
  return first === null ? null : [first, last].filter(Boolean).join(' ');
}
