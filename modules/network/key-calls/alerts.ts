import { z } from 'zod';
import { apiKey, getCompany, pageInput, pageOf, unknownCursor } from '#modules/enterprise/index.ts';
import {
  column,
  grades,
  type KeyCaller,
  operation,
  placeSql,
  sql,
  statement,
  uncounted,
  type Work,
} from '#modules/platform/index.ts';
import { readRules } from '../alerts/compliance.ts';
import { alertGrid } from '../alerts/grid.ts';
import { alertTypes } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { recordReading } from './acting.ts';

/** @throws Refusal not-found for a company without alerts (doc2 §6) */
export async function requireAlerts(work: Pick<Work<KeyCaller>, 'db' | 'caller'>): Promise<void> {
  const company = await getCompany(work, work.caller.companyId);
  if (!company.alert_dashboard_enabled) throw new Refusal('not-found', { detail: 'no alerts' });
}

const placeOfAlert = statement({
  name: 'network.place-of-alert',
  row: { value: column.text },
  sql: (companyId: string, id: string) => sql`
    select ${placeSql({ name: 'when', by: 'al.at', type: 'timestamptz' })} as value
    from network_alert al where al.id = ${id} and al.company_id = ${companyId}`,
});

export const listKeyAlerts = operation({
  name: 'network.list-key-alerts',
  summary: 'Lists the alerts of the company, the newest first.',
  access: apiKey('alerts:read'),
  kind: 'write',
  input: z.object(pageInput),
  output: pageOf(
    z.object({
      id: z.uuid(),
      type: z.enum(alertTypes),
      at: z.date(),
      connection_id: z.uuid(),
      firstname: z.string().describe('As the company saw it when it was alerted.'),
      lastname: z.string(),
      businessname: z.string(),
      shieldid: z.string().nullable(),
      previous_score: z.enum(grades).nullable(),
      score: z.enum(grades).nullable().describe('Null while the company does not see the person’s score.'),
      expiration: z.iso.date().nullable(),
    }),
  ),
  async run(work, { limit, starting_after }) {
    await requireAlerts(work);
    const { companyId } = work.caller;
    const place =
      starting_after === undefined ? undefined : await work.row(placeOfAlert(companyId, starting_after));
    if (starting_after !== undefined && !place) {
      throw unknownCursor();
    }
    const after =
      place && starting_after
        ? alertGrid.cursorAfter('when', { value: place.value, id: starting_after })
        : undefined;
    const { rows, cursors } = await alertGrid.read(
      work,
      { sort: 'when', dir: 'desc', page: 1, rows: limit, after },
      { where: sql<boolean>`(al.company_id = ${companyId})`, ...uncounted },
      await readRules(work, companyId),
    );
    await recordReading(
      work,
      rows.map(({ userid }) => userid),
    );
    return {
      data: rows.map((row) => ({
        id: row.id,
        type: row.alerttype,
        at: row.alertdate,
        connection_id: row.userid,
        firstname: row.firstname,
        lastname: row.lastname,
        businessname: row.usercompanyname,
        shieldid: row.shieldid,
        previous_score: row.previousicscore,
        score: row.currenticscore,
        expiration: row.expirationdate,
      })),
      has_more: cursors.next !== null,
    };
  },
});
