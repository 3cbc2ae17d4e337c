import type { LoaderFunctionArgs } from '@remix-run/node';
import { type BackgroundCheck, openUserRecord } from '#modules/admin/index.ts';
import { findGrade, grades } from '#modules/platform/browser.ts';
import { defineAddress } from '#modules/platform/index.ts';
import { perform } from '../../door.server.ts';
import { gridPage, pageInMemory } from '../../grid.server.ts';
import { entryInWords } from './audit-values.server.ts';
import { entriesBefore } from './audit-words.ts';

const orders = [
  'dts',
  'cra_name',
  'package_descrip',
  'cra_profilenumber',
  'composite_status',
  'icscore',
  'expiration_date',
  'amount',
] as const;

/** The pages of a record's checks, with ten rows at first (doc3 §9). */
const checkPages = defineAddress({
  name: 'record-checks',
  filters: [],
  rows: 10,
  sorts: orders,
  dir: 'desc',
});

/** Scores are sorted from the best to the worst. */
function valueIn(check: BackgroundCheck, order: (typeof orders)[number]) {
  if (order !== 'icscore') return check[order];
  const grade = findGrade(check.icscore ?? '');
  return grade && grades.indexOf(grade);
}

/** A person's complete record, with the audit entries in words and the ids of the checks on their page. */
export async function loadRecord(args: LoaderFunctionArgs) {
  const userid = args.params.userid ?? '';
  const before = new URL(args.request.url).searchParams.get(entriesBefore) ?? undefined;
  const {
    audit,
    last_changes: lastChanges,
    ...record
  } = await perform(args, openUserRecord, { userid, before });
  const entries = audit.entries.map(entryInWords);
  const checks = await gridPage(args, checkPages, async (asked) => {
    const { rows, ...page } = pageInMemory(record.applications, asked, (check) => valueIn(check, asked.sort));
    return { rows: rows.map(({ id }) => id), ...page };
  });
  return {
    ...record,
    checks,
    lastChanges,
    audit: { entries, next: audit.next },
    now: args.context.portal.clock.now(),
  };
}
