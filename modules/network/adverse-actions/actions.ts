import { localTime, type Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { caseNumber } from './case-number.ts';
import { readWait, type WaitStanding } from './clock.ts';
import { findPlace, type Place } from './places.ts';

/** Rows of adverse actions, and how long each waits. */

type Reading = Pick<Work, 'db' | 'now'>;

const selectActions = ({ db }: Pick<Work, 'db'>) => db.selectFrom('adverse_action').selectAll();

export type ActionRow = Awaited<ReturnType<ReturnType<typeof selectActions>['executeTakeFirstOrThrow']>>;

/** Whose action it must be. */
export type Owned = { companyId: string } | { accountId: string } | 'anybody';

/** @throws Refusal not-found, including for one of another company or person */
export async function getAction(work: Pick<Work, 'db'>, id: string, owned: Owned): Promise<ActionRow> {
  return requireOwned(id, await selectActions(work).where('id', '=', id).executeTakeFirst(), owned);
}

/** By the number that people see. @throws Refusal not-found */
export async function getActionByNumber(work: Pick<Work, 'db'>, number: number): Promise<ActionRow> {
  const row = await selectActions(work).where('case_number', '=', number).executeTakeFirst();
  return requireOwned(caseNumber(number), row, 'anybody');
}

/** The same, locked until the transaction ends. */
export async function lockAction(work: Pick<Work, 'db'>, id: string, owned: Owned): Promise<ActionRow> {
  return requireOwned(
    id,
    await selectActions(work).where('id', '=', id).forUpdate().executeTakeFirst(),
    owned,
  );
}

function requireOwned(named: string, row: ActionRow | undefined, owned: Owned): ActionRow {
  const isOwned =
    row !== undefined &&
    (owned === 'anybody' ||
      ('companyId' in owned ? row.company_id === owned.companyId : row.account_id === owned.accountId));
  if (!isOwned) throw new Refusal('not-found', { detail: `adverse action ${named}` });
  return row;
}

/** The open actions about a person, locked in the order of their ids. */
export async function lockOpenActions(work: Pick<Work, 'db'>, accountId: string): Promise<ActionRow[]> {
  return selectActions(work)
    .where('account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The place of an action. One that is stored is never taken out of the list. */
export function placeOf({ place }: Pick<ActionRow, 'place'>): Place {
  const found = findPlace(place);
  if (!found) throw new Error(`no place of work '${place}'`);
  return found;
}

/** The day at the place of work from which the company may decide, `yyyy-MM-dd`; null while that is not known. */
export function firstDecisionDay(row: Pick<ActionRow, 'place' | 'wait_ends_at'>): string | null {
  return row.wait_ends_at && localTime(row.wait_ends_at, placeOf(row).timeZone).slice(0, 10);
}

/** How long an action waits; null before its notice is delivered. */
export async function readStanding(work: Reading, row: ActionRow): Promise<WaitStanding | null> {
  if (!row.delivered_at) return null;
  const pauses = await work.db
    .selectFrom('adverse_pause')
    .select(['from_at as from', 'to_at as to'])
    .where('adverse_action_id', '=', row.id)
    .where('round', '=', row.round)
    .orderBy('from_at')
    .execute();
  const wait = {
    place: placeOf(row),
    delivered: row.delivered_at,
    days: row.wait_days,
    pauses: pauses.map(({ from, to }) => ({ from, to: to ?? null })),
  };
  return readWait(wait, work.now);
}
