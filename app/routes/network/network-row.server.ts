import type { ConnectionAnswer } from '#modules/network/index.ts';
import { mailLook, renewalLook, statusLook } from '#modules/network/statuses.ts';
import { hasExpired } from '#modules/platform/browser.ts';
import type { NetworkRow } from './network-row.ts';

type Row = ConnectionAnswer;

/** What My Network shows of a connection. A page has many rows, so what a row does not have is left out of its data. */
export function networkRow(row: Row, now: Date): NetworkRow {
  return {
    id: row.id,
    share_dts: row.share_dts,
    look: statusLook(row.connectionstatus, row),
    actions: row.actions.map(({ action, label, reason, obstacle }) => ({
      action,
      label,
      ...given({ reason, obstacle }),
    })),
    ...given({
      firstname: row.firstname,
      lastname: row.lastname,
      emailaddress: row.fullname ? null : row.emailaddress,
      note: row.fullname ? noteOf(row) : null,
      abcnumber: row.abcnumber,
      currenticstatus: row.currenticstatus,
      score_expired: row.currenticstatus !== null && hasExpired(row.expiration_date, now),
      expiration_date: row.expiration_date,
      compliance: row.compliance,
      accepted: row.accepted,
      mail: row.accepted ? renewalLook(row.emailstatus) : mailLook(row.emailstatus),
    }),
  };
}

/** The company through which the person is seen, or a note that distinguishes people with the same name. */
function noteOf({ through, connectiontype, duplicated, businessname, emailaddress }: Row): string | null {
  if (through) return `Through ${through}`;
  if (connectiontype === 'FULLNETWORK') return 'ShieldLink company';
  const note = businessname || emailaddress;
  return duplicated ? `${note}, also through ShieldLink` : note;
}

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], null | false | ''> };

/** The properties that have a value. */
function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== false && value !== ''),
  ) as Given<T>;
}
