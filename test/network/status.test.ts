import { describe, expect, it } from 'vitest';
import { statusSql, statusUntilSql } from '#modules/network/connections/refresh.ts';
import {
  type ConnectionFacts,
  connectionStatus,
  isRenewalDue,
  isValid,
  type PersonFacts,
  statusUntil,
} from '#modules/network/rules.ts';
import { DAY, HOUR, sql } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';

const EXPIRATION = '2026-06-15';
const END = new Date('2026-06-15T11:00:00.000Z').getTime();
const WINDOW = END - 45 * DAY;

/** Moments around each change that time alone causes, and moments far from them. */
const moments = [
  WINDOW - 300 * DAY,
  WINDOW - HOUR,
  WINDOW - 1,
  WINDOW,
  WINDOW + 1,
  END - 30 * DAY,
  END - HOUR,
  END - 1,
  END,
  END + 1,
  END + HOUR,
  END + 400 * DAY,
].map((at) => new Date(at));

const flags = [false, true];

function everyCase(): { connection: ConnectionFacts; person: PersonFacts }[] {
  const cases = [];
  for (const bits of Array.from({ length: 2 ** 11 }, (_, index) => index)) {
    const bit = (at: number) => flags[(bits >> at) & 1] === true;
    cases.push({
      connection: {
        bounced: bit(0),
        ignored: bit(1),
        accepted: bit(2),
        company: bit(3),
        sharing: bit(4),
        opened: bit(10),
      },
      person: {
        expiration: bit(5) ? EXPIRATION : null,
        suspended: bit(6),
        scorePending: bit(7),
        checkInProgress: bit(8),
        applicationStarted: bit(9),
      },
    });
  }
  return cases;
}

describe('F51: the status of a connection (D50)', () => {
  it('is the same in the rule and in SQL, in every case and at every moment', async () => {
    const portal = await testPortal();
    const cases = everyCase();
    const rows = JSON.stringify(
      cases.map(({ connection, person }, at) => ({
        at,
        bounced_at: connection.bounced ? '2026-01-01' : null,
        ignored_at: connection.ignored ? '2026-01-01' : null,
        accepted_at: connection.accepted ? '2026-01-01' : null,
        opened_at: connection.opened ? '2026-01-01' : null,
        connection_type: connection.company ? 'FULLNETWORK' : 'INDIVIDUAL',
        sharing_active: connection.sharing,
        expiration: person.expiration,
        suspended: person.suspended,
        score_pending: person.scorePending,
        check_in_progress: person.checkInProgress,
        application_started: person.applicationStarted,
      })),
    );
    for (const now of moments) {
      const { rows: found } = await sql<{ at: number; status: string; until: Date | null }>`
        with given as (
          select * from jsonb_to_recordset(${rows}::jsonb) as r (at int, bounced_at timestamptz, ignored_at timestamptz,
            accepted_at timestamptz, opened_at timestamptz, connection_type text, sharing_active boolean, expiration date, suspended boolean,
            score_pending boolean, check_in_progress boolean, application_started boolean)
        )
        select c.at, ${statusSql(now)} as status, ${statusUntilSql(now)} as until
        from given c cross join lateral (select c.expiration, c.suspended, c.score_pending, c.check_in_progress,
          c.application_started, true as sharing_master) f
        order by c.at`.execute(portal.db);
      const expected = cases.map(({ connection, person }, at) => ({
        at,
        status: connectionStatus(connection, person, now),
        until: statusUntil(connection.company, person.expiration, now),
      }));
      expect(found, now.toISOString()).toEqual(expected);
    }
  });

  it('treats sharing as off while the person has switched all sharing off', async () => {
    const portal = await testPortal();
    const now = new Date(WINDOW - DAY);
    const { rows } = await sql<{ status: string }>`
      select ${statusSql(now)} as status
      from (select now() as accepted_at, null::timestamptz as ignored_at, null::timestamptz as bounced_at,
          null::timestamptz as opened_at,
          'INDIVIDUAL' as connection_type, true as sharing_active) c,
        (select ${EXPIRATION}::date as expiration, false as suspended, false as score_pending,
          false as check_in_progress, false as application_started, false as sharing_master) f`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ status: 'DISABLED' }]);
  });

  const accepted: ConnectionFacts = {
    bounced: false,
    ignored: false,
    accepted: true,
    opened: true,
    company: false,
    sharing: true,
  };
  const open: ConnectionFacts = { ...accepted, accepted: false };
  const scored: PersonFacts = {
    expiration: EXPIRATION,
    suspended: false,
    scorePending: false,
    checkInProgress: false,
    applicationStarted: false,
  };
  const before = new Date(WINDOW - 1);

  it('goes through the renewal window to the end at 11:00 UTC', () => {
    const at = (moment: number) => connectionStatus(accepted, scored, new Date(moment));
    expect([at(WINDOW - 1), at(WINDOW), at(END - 1), at(END)]).toEqual([
      'CURRENT',
      'INRENEWALWINDOW',
      'INRENEWALWINDOW',
      'EXPIRED',
    ]);
    const asked = (moment: number) => connectionStatus(open, scored, new Date(moment));
    expect([asked(WINDOW - 1), asked(WINDOW), asked(END)]).toEqual([
      'PENDINGINVITEACCEPT',
      'INVITEINRENEWALWINDOW',
      'INVITEINRENEWALWINDOW',
    ]);
  });

  it('does not change with a renewal in progress while the score is valid', () => {
    const renewing = { ...scored, checkInProgress: true, applicationStarted: true, scorePending: true };
    expect(connectionStatus(accepted, renewing, before)).toBe('CURRENT');
    expect(connectionStatus(open, renewing, before)).toBe('SCOREPENDING');
  });

  it('says nothing of the person until they have opened the invitation, except that it came back or was ignored', () => {
    const unopened = { ...open, opened: false };
    const busy = { ...scored, checkInProgress: true, applicationStarted: true, scorePending: true };
    for (const facts of [scored, busy, { ...busy, expiration: null }]) {
      for (const moment of moments) {
        expect(connectionStatus(unopened, facts, moment)).toBe('INVITE');
        expect(connectionStatus({ ...unopened, bounced: true }, facts, moment)).toBe('INVITEBOUNCE');
        expect(connectionStatus({ ...unopened, ignored: true }, facts, moment)).toBe('INVITEIGNORE');
      }
    }
  });

  it('suspends it while a monitoring update waits', () => {
    const updated = { ...scored, suspended: true, scorePending: true };
    expect(connectionStatus(accepted, updated, before)).toBe('SCOREPENDING');
  });

  it('is a bounce only for an open invitation', () => {
    const bounced = { ...open, bounced: true };
    expect(connectionStatus(bounced, scored, before)).toBe('INVITEBOUNCE');
    expect(connectionStatus({ ...bounced, ignored: true }, scored, before)).toBe('INVITEIGNORE');
    expect(connectionStatus({ ...bounced, accepted: true }, scored, before)).toBe('CURRENT');
  });

  it('reads an expiration at 11:00 UTC of its day', () => {
    expect([isValid(EXPIRATION, new Date(END - 1)), isValid(EXPIRATION, new Date(END))]).toEqual([
      true,
      false,
    ]);
    expect([
      isRenewalDue(EXPIRATION, new Date(WINDOW - 1)),
      isRenewalDue(EXPIRATION, new Date(WINDOW)),
    ]).toEqual([false, true]);
  });
});
