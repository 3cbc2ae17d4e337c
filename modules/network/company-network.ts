import { z } from 'zod';
import { column, type Fragment, sql, statement, type Work, yesNo } from '#modules/platform/index.ts';
import { connectionStatuses } from './forms.ts';
import { rowName } from './grid.ts';
import { ownedBy } from './owner.ts';

/** The network of a company as staff see it (doc3 §3): invitations and connections, without scores. */

/** How many rows of each are answered, newest first. */
const ROWS = 100;

const shared = {
  firstname: z.string(),
  lastname: z.string(),
  shieldid: z.string().nullable(),
  emailaddress: z.string().nullable(),
  connectionstatus: z.enum(connectionStatuses),
  invite_dts: z.date(),
};

export const companyInvitationAnswer = z.object({ ...shared, invite_ignored: yesNo });
export const companyConnectionAnswer = z.object({ ...shared, share_dts: z.date(), reportshared: yesNo });

const newest = statement({
  name: 'network.company-network',
  row: {
    firstname: column.text,
    lastname: column.text,
    shieldid: column.text.nullable(),
    emailaddress: column.text.nullable(),
    connectionstatus: column.oneOf(connectionStatuses),
    invite_dts: column.instant,
    invite_ignored: column.boolean,
    share_dts: column.instant,
    reportshared: column.boolean,
  },
  sql: (companyId: string, which: Fragment) => sql`
    select ${rowName.firstname} as firstname, ${rowName.lastname} as lastname, c.shieldid,
      case when c.accepted_at is null then c.to_email::text when c.connection_type <> 'EXTENDED' then a.emailaddress::text end as emailaddress,
      c.status as connectionstatus, c.invited_at as invite_dts, c.ignored_at is not null as invite_ignored,
      c.shared_at as share_dts, c.report_shared as reportshared
    from connection c
    left join account a on a.id = c.account_id
    left join company sharing on sharing.id = c.sharing_company_id
    where ${ownedBy({ companyId })} and ${which}
    order by c.shared_at desc, c.id desc limit ${ROWS}`,
});

/** The newest open invitations of a company and the newest connections. */
export async function readCompanyNetwork(
  work: Pick<Work, 'rows'>,
  companyId: string,
): Promise<{
  invitations: z.output<typeof companyInvitationAnswer>[];
  connections: z.output<typeof companyConnectionAnswer>[];
}> {
  const invitations = await work.rows(newest(companyId, sql`c.accepted_at is null`));
  const connections = await work.rows(newest(companyId, sql`c.accepted_at is not null`));
  return {
    invitations: invitations.map(({ share_dts: _, reportshared: __, ...row }) => row),
    connections: connections.map(({ invite_ignored: _, ...row }) => row),
  };
}
