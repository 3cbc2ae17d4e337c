import { z } from 'zod';
import { recordAccessOfMany } from '#modules/identity/index.ts';
import { formatDate, type Grade, grades, operation, type RawBuilder, sql } from '#modules/platform/index.ts';
import { networkAudit } from './audit.ts';
import { type ConnectionFilter, connectionFilter, filterSql } from './connections.ts';
import { type NetworkCaller, networkOwner, ownedBy } from './owner.ts';
import { neutraliseFormula } from './rules.ts';

const BATCH = 1000;

const wanted = (caller: NetworkCaller, filter: ConnectionFilter): RawBuilder<boolean> =>
  sql`(${ownedBy(caller.owner)} and ${filterSql(filter)})`;

/** Begins an export: everybody whose score it will hold learns of it, in one statement (D48). */
export const startExport = operation({
  name: 'network.start-export',
  summary: 'Writes down an export of the network.',
  access: networkOwner('viewer'),
  kind: 'write',
  input: connectionFilter,
  output: z.object({}),
  async run(work, input) {
    const { caller } = work;
    const people = sql<{ person_id: string }>`
      select distinct c.account_id as person_id from connection c
      where ${wanted(caller, input)} and c.score is not null`;
    await recordAccessOfMany(work, people, {
      viewerAccountId: caller.accountId,
      viewerCompanyId: 'companyId' in caller.owner ? caller.owner.companyId : null,
      kind: 'export',
    });
    await work.audit({
      action: networkAudit.listExported,
      ...('companyId' in caller.owner ? { object: { type: 'company', id: caller.owner.companyId } } : {}),
      detail: {
        searched: input.q !== '',
        status: input.status ?? null,
        score: input.score ?? null,
        type: input.type,
      },
    });
    return {};
  },
});

const position = z.object({ name: z.string(), id: z.uuid() });

interface Row {
  id: string;
  sort_name: string;
  fullname: string;
  emailaddress: string;
  shared_at: Date;
  shieldid: string;
  score: Grade | null;
  expiration: string | null;
}

/** The next rows of an export, in the order of the grid's names; `next` is null after the last. */
export const readExport = operation({
  name: 'network.read-export',
  summary: 'The next rows of an export of the network.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: connectionFilter.extend({ after: position.optional() }),
  output: z.object({
    rows: z.array(
      z.object({
        fullname: z.string(),
        emailaddress: z.string(),
        share_dts: z.date(),
        abcnumber: z.string(),
        currenticstatus: z.enum(grades).nullable(),
        expiration_date: z.iso.date().nullable(),
      }),
    ),
    next: position.nullable(),
  }),
  async run(work, { after, ...filter }) {
    const beyond = after ? sql`and (c.sort_name, c.id) > (${after.name}, ${after.id}::uuid)` : sql``;
    const rows = await work.rows(sql<Row>`
      with batch as (
        select c.id from connection c where ${wanted(work.caller, filter)} ${beyond}
        order by c.sort_name, c.id limit ${BATCH}
      )
      select c.id, c.sort_name, c.shared_at, coalesce(c.shieldid, '') as shieldid, c.score, c.expiration,
        case when c.sharing_company_id is not null then sharing.company_name
          when c.accepted_at is null then trim(c.to_firstname || ' ' || c.to_lastname)
          else a.firstname || ' ' || a.lastname end as fullname,
        case when c.accepted_at is null then coalesce(c.to_email::text, '') else a.emailaddress::text end as emailaddress
      from batch join connection c on c.id = batch.id
        left join account a on a.id = c.account_id
        left join company sharing on sharing.id = c.sharing_company_id
      order by c.sort_name, c.id`);
    const last = rows.length === BATCH ? rows.at(-1) : undefined;
    return {
      rows: rows.map((row) => ({
        fullname: row.fullname,
        emailaddress: row.emailaddress,
        share_dts: row.shared_at,
        abcnumber: row.shieldid,
        currenticstatus: row.score,
        expiration_date: row.expiration,
      })),
      next: last ? { name: last.sort_name, id: last.id } : null,
    };
  },
});

/** The first line of the file (doc1 §2). */
export const exportHead = ['Name', 'E-mail', 'Share date', 'ShieldID', 'Score', 'Expiration'] as const;

type ExportRow = z.output<typeof readExport.output>['rows'][number];

/** One row's cells, dates MM/dd/yyyy. */
export function exportCells(row: ExportRow, timeZone: string): string[] {
  return [
    row.fullname,
    row.emailaddress,
    formatDate(row.share_dts, timeZone),
    row.abcnumber,
    row.currenticstatus ?? 'NA',
    row.expiration_date ? formatDate(row.expiration_date) : '',
  ];
}

/** One line of a CSV file: quoted where needed (RFC 4180), no cell a formula (D57). */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const safe = neutraliseFormula(cell);
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${quoted.join(',')}\r\n`;
}
