import { describe, expect, it, test } from 'vitest';
import { loader as open } from '#app/routes/network/invite-center.tsx';
import { setAccountActive } from '#modules/identity/index.ts';
import {
  acceptInvite,
  acceptPendingInvitations,
  cancelInvite,
  centerCodeSweep,
  dueReminders,
  ignoreInvite,
  listPendingInvites,
  newInvite,
  provePendingInvites,
  requestRemoval,
} from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { DAY, MINUTE, Refusal, runSweep, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage } from '#test/app/page.ts';
import { centerCode, makeProvable, newProvable, proof } from '#test/factories/invite-center.ts';
import { connectionRow, newCompany, type TestCompany } from '#test/factories/network.ts';
import {
  actAs,
  newPerson,
  newPersonWithoutTwoStep,
  type Registered,
  signIn,
} from '#test/factories/people.ts';
import { connectCompanies, newLinkedCompany } from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';
import { shows, showsTime } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();

let reader = 0;
/** Somebody who has the mail and is not signed in, at an address of their own. */
function newReader(): Visitor {
  reader += 1;
  return portal.visitor({ address: `198.18.${Math.floor(reader / 250)}.${(reader % 250) + 1}` });
}

const invite = async (company: TestCompany, touser: string, more: object = {}) =>
  (await (await signIn(portal, company.owner)).perform(newInvite, { touser, ...more })).inviteid;

/** A person with a score whom a company invites, and the code in the mail about it. */
async function invited(company_name = 'Cedar Framing') {
  const company = await newCompany(portal, { company_name });
  const person = await newProvable(portal);
  const inviteid = await invite(company, person.emailaddress);
  return { company, person, inviteid, code: await centerCode(portal, person.emailaddress) };
}

const refusalOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );

const prove = (visitor: Visitor, invitecode: string, given = proof) =>
  visitor.perform(provePendingInvites, { invitecode, ...given });
const list = (visitor: Visitor, invitecode: string) => visitor.perform(listPendingInvites, { invitecode });
const accept = (visitor: Visitor, invitecode: string, invites: string[], profile?: object) =>
  visitor.perform(acceptPendingInvitations, { invitecode, invites, ...(profile ? { profile } : {}) });

const acceptedAt = async (id: string) => (await connectionRow(portal, id)).accepted_at;
const eventsOf = async (id: string) =>
  (
    await rowsOf(
      portal,
      sql<{ kind: string }>`select kind from connection_event where connection_id = ${id} order by at, id`,
    )
  ).map(({ kind }) => kind);

describe('F66: the link in the mails', () => {
  it('is in an invitation and a reminder to somebody with an account, and in no other', async () => {
    const { company, person, code } = await invited();
    expect(code).toMatch(/^[\w-]{22}$/);
    await invite(company, 'no.account@example.com');
    await portal.runJobs();
    const [stranger] = await listOutbox(portal.db, { to: 'no.account@example.com', limit: 1 });
    expect(stranger?.text).not.toMatch(/pendinginvites/);
    const [mail] = await listOutbox(portal.db, { to: person.emailaddress, limit: 1 });
    expect(mail?.text).toContain('See all your pending invitations');
    expect(mail?.html).toContain(`/pendinginvites/${code}`);
    portal.clock.advance(3 * DAY);
    await runSweep(portal, dueReminders);
    const again = await centerCode(portal, person.emailaddress);
    expect(again).not.toBe(code);
    expect((await list(newReader(), again)).invites).toHaveLength(1);
    const kept = await rowsOf(portal, sql<{ all: string }>`select c::text as all from invite_center_code c`);
    expect(kept.some((row) => row.all.includes(code))).toBe(false);
  });

  it('lists who invites, the company and the date to whoever has it, and nothing of the person', async () => {
    const { company, person, inviteid, code } = await invited('Harbor Works');
    const owner = await rowsOf(
      portal,
      sql<{ firstname: string; lastname: string }>`
        select firstname, lastname from account where id = ${company.owner.accountId}`,
    );
    const answer = await newReader().call('POST', '/network/listpendinginvites', { invitecode: code });
    expect(answer.body).toEqual({
      success: true,
      invites: [
        {
          id: inviteid,
          ...owner[0],
          businessname: 'Harbor Works',
          invite_dts: expect.any(String),
          accepted: 'NO',
          terms: null,
        },
      ],
      profile: null,
      proof_needed: true,
    });
    const found = await list(person.visitor, code);
    expect(found).toMatchObject({
      invites: [{ terms: { connectiontype: 'INDIVIDUAL', network_requires_pdf: false, obstacle: null } }],
      profile: { network_autoacceptinvite: false, network_searchresults: true },
      proof_needed: false,
    });
    // D106: listing opens nothing.
    expect(await connectionRow(portal, inviteid)).toMatchObject({ opened_at: null, status: 'INVITE' });
  });

  it('lists neither canceled, removed, ignored nor accepted invitations', async () => {
    const { company, person, inviteid, code } = await invited();
    const companies = [await newCompany(portal), await newCompany(portal), await newCompany(portal)];
    const [ignored = '', accepted = '', removed = ''] = await Promise.all(
      companies.map((each) => invite(each, person.emailaddress)),
    );
    await person.visitor.perform(ignoreInvite, { inviteid: ignored });
    await person.visitor.perform(acceptInvite, { inviteid: accepted });
    await person.visitor.perform(acceptInvite, { inviteid: removed });
    await companies[2]?.owner.visitor.perform(requestRemoval, { connectionid: removed });
    expect((await list(newReader(), code)).invites.map(({ id }) => id)).toEqual([inviteid]);
    await company.owner.visitor.perform(cancelInvite, { inviteid });
    expect((await list(newReader(), code)).invites).toEqual([]);
  });

  it('is dead alike when it is unknown, of somebody else, expired, of a closed account or an earlier address', async () => {
    const { person, code, inviteid } = await invited();
    const other = await newPerson(portal);
    const dead = async (visitor: Visitor, invitecode: string) => {
      const answers = [
        await visitor.call('POST', '/network/listpendinginvites', { invitecode }),
        await visitor.call('POST', '/network/acceptpendinginvites', { invitecode, invites: [inviteid] }),
      ];
      for (const { status, body } of answers) {
        expect({ status, body }).toMatchObject({ status: 404, body: { error_code: 'not-found' } });
      }
      expect(await refusalOf(prove(visitor, invitecode))).toBe('not-found');
      const page = await askPage(portal, visitor, open, {
        path: `/pendinginvites/${invitecode}`,
        params: { invitecode },
      });
      expect(page).toMatchObject({ data: { invites: [] }, init: { status: 404 } });
    };
    await dead(newReader(), 'A'.repeat(22));
    await dead(newReader(), 'short');
    await dead(other.visitor, code);
    await portal.pool.query(`update account set emailaddress = 'moved.on@example.com' where id = $1`, [
      person.accountId,
    ]);
    await dead(newReader(), code);
    await portal.pool.query('update account set emailaddress = $2 where id = $1', [
      person.accountId,
      person.emailaddress,
    ]);
    expect((await list(newReader(), code)).invites).toHaveLength(1);
    await portal.work('test.close', (work) => setAccountActive(work, person.accountId, false));
    await dead(newReader(), code);
    await portal.work('test.open', (work) => setAccountActive(work, person.accountId, true));
    await dead(newReader(), code);
  });

  it('works for 30 days and is deleted then', async () => {
    portal.clock.stop();
    const { code, person } = await invited();
    const life = networkTimings['center.code-life'];
    const lasts = async () => (await refusalOf(list(newReader(), code))) === 'done';
    portal.clock.advance(life - MINUTE);
    expect(await lasts()).toBe(true);
    portal.clock.advance(MINUTE);
    expect(await lasts()).toBe(false);
    showsTime('center.code-life', { held: life - MINUTE, ended: life });
    await runSweep(portal, centerCodeSweep);
    const left = await rowsOf(
      portal,
      sql`select 1 from invite_center_code where account_id = ${person.accountId}`,
    );
    expect(left).toEqual([]);
  });

  it('is no better guessed than 60 times an hour', async () => {
    const guesser = newReader();
    const codes: unknown[] = [];
    for (let time = 0; time < 61; time += 1) codes.push(await refusalOf(list(guesser, `guess-${time}`)));
    expect(codes).toEqual([...Array(60).fill('not-found'), 'throttled']);
  });
});

describe('F66: proving to be the person', () => {
  it('is asked for before anything is accepted: the session or date of birth and last four', async () => {
    const { person, inviteid, code } = await invited();
    const holder = newReader();
    const refused = await accept(holder, code, [inviteid]).catch((error: Refusal) => error);
    expect(refused).toMatchObject({ code: 'network.center-proof-needed', status: 403 });
    shows('center.proof-needed', (refused as Refusal).text);
    expect(await refusalOf(prove(holder, code, { ...proof, ssnlast4: '0001' }))).toBe(
      'applications.proof-mismatch',
    );
    expect(await refusalOf(accept(holder, code, [inviteid]))).toBe('network.center-proof-needed');
    await prove(holder, code);
    expect(await list(holder, code)).toMatchObject({ proof_needed: false });
    expect((await accept(holder, code, [inviteid])).accepted).toHaveLength(1);
    const entries = await rowsOf(
      portal,
      sql<{ action: string; actor_id: string | null }>`
        select action, actor_id from audit_entry where about_id = ${person.accountId}
          and action in ('network.invite-center-proven', 'network.invitation-accepted') order by at, id`,
    );
    expect(entries).toEqual([
      { action: 'network.invite-center-proven', actor_id: null },
      { action: 'network.invitation-accepted', actor_id: person.accountId },
    ]);
  });

  it('opens one code for half an hour, in one browser', async () => {
    const first = await invited();
    const second = await invited();
    const holder = newReader();
    await prove(holder, first.code);
    expect((await list(holder, second.code)).proof_needed).toBe(true);
    expect((await list(newReader(), first.code)).proof_needed).toBe(true);
    portal.clock.advance(31 * MINUTE);
    expect((await list(holder, first.code)).proof_needed).toBe(true);
  });

  it('is guessed five times an hour for a person, whatever code of theirs is used', async () => {
    const { person, code } = await invited();
    await invite(await newCompany(portal), person.emailaddress);
    const codes = [code, await centerCode(portal, person.emailaddress)];
    expect(codes[1]).not.toBe(code);
    const wrong = { dateofbirth: '01/01/1990', ssnlast4: '1111' };
    const tries: unknown[] = [];
    for (let time = 0; time < 6; time += 1) {
      tries.push(await refusalOf(prove(newReader(), codes[time % 2] ?? '', wrong)));
    }
    expect(tries).toEqual([...Array(5).fill('applications.proof-mismatch'), 'throttled']);
    expect(await refusalOf(prove(newReader(), code))).toBe('throttled');
  });

  it('is nothing that staff do for a person (D107)', async () => {
    const { person, inviteid, code } = await invited();
    const staff = await actAs(portal, person);
    expect(await list(staff, code)).toMatchObject({ proof_needed: true, profile: null });
    expect(await refusalOf(accept(staff, code, [inviteid]))).toBe('not-in-admin-session');
    expect(await acceptedAt(inviteid)).toBeNull();
  });
});

describe('F66: accepting what was chosen', () => {
  it('connects, tells the inviter, keeps the history and saves the preferences with it', async () => {
    const { company, person, inviteid, code } = await invited();
    const other = await newCompany(portal, { company_name: 'Report Takers' });
    await portal.pool.query('update company set network_requires_pdf = true where id = $1', [
      other.companyId,
    ]);
    const [left, withReport] = [
      await invite(await newCompany(portal), person.emailaddress),
      await invite(other, person.emailaddress),
    ];
    const before = await list(person.visitor, code);
    expect(before.invites.find(({ id }) => id === withReport)?.terms?.network_requires_pdf).toBe(true);
    const answer = await person.visitor.call('POST', '/network/acceptpendinginvites', {
      invitecode: code,
      invites: [inviteid, withReport],
      profile: { network_autoacceptinvite: 'YES', network_searchresults: 'NO' },
    });
    expect(answer.body).toMatchObject({ success: true, refused: [] });
    expect(answer.body.accepted.map((each: { name: string }) => each.name).sort()).toEqual([
      'Cedar Framing',
      'Report Takers',
    ]);
    expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'CURRENT', report_shared: false });
    expect(await connectionRow(portal, withReport)).toMatchObject({ status: 'CURRENT', report_shared: true });
    // What was not chosen stays open, though invitations are accepted automatically from now on.
    expect(await acceptedAt(left)).toBeNull();
    expect(await eventsOf(inviteid)).toEqual(['invited', 'accepted']);
    const [preferences] = await rowsOf(
      portal,
      sql`select network_autoacceptinvite, network_searchresults from account where id = ${person.accountId}`,
    );
    expect(preferences).toEqual({ network_autoacceptinvite: true, network_searchresults: false });
    await portal.runJobs();
    const [told] = await listOutbox(portal.db, { to: company.owner.emailaddress, limit: 1 });
    expect(told?.subject).toMatch(/accepted your invitation/);
  });

  it('leaves preferences that are not sent as they are', async () => {
    const { person, inviteid, code } = await invited();
    await accept(person.visitor, code, [inviteid]);
    const [preferences] = await rowsOf(
      portal,
      sql`select network_autoacceptinvite, network_searchresults from account where id = ${person.accountId}`,
    );
    expect(preferences).toEqual({ network_autoacceptinvite: false, network_searchresults: true });
  });

  it('names each invitation that cannot be accepted, with its reason, and accepts the others', async () => {
    const { person, inviteid, code } = await invited();
    const [canceling, late] = [
      await newCompany(portal, { company_name: 'Canceled Inc' }),
      await newCompany(portal, { company_name: 'Late LLC' }),
    ];
    const canceled = await invite(canceling, person.emailaddress);
    await canceling.owner.visitor.perform(cancelInvite, { inviteid: canceled });
    const expired = await invite(late, person.emailaddress);
    const company = await newLinkedCompany(portal, 'Asks Companies');
    const ofCompany = await invite(company, person.emailaddress, { connectiontype: 'FULLNETWORK' });
    await portal.pool.query(`update connection set invited_at = $2, invite_expires_at = $3 where id = $1`, [
      expired,
      new Date(portal.clock.now().getTime() - 31 * DAY),
      new Date(portal.clock.now().getTime() - DAY),
    ]);
    const shown = (await list(person.visitor, code)).invites.find(({ id }) => id === ofCompany);
    expect(shown?.terms?.obstacle).toBe('The inviter asked you to accept as a company.');
    const { accepted, refused } = await accept(person.visitor, code, [
      inviteid,
      canceled,
      expired,
      ofCompany,
    ]);
    expect(accepted).toMatchObject([{ inviteid, name: 'Cedar Framing', connectionstatus: 'CURRENT' }]);
    const reasons = Object.fromEntries(refused.map(({ name, error_code }) => [name, error_code]));
    expect(Object.keys(reasons)).toHaveLength(3);
    expect(reasons).toMatchObject({
      'Canceled Inc': 'network.invitation-closed',
      'Late LLC': 'network.invitation-expired',
    });
    expect(Object.values(reasons)).toContain('network.accept-company-only');
  });

  it.each([
    ['without a check', null, 'invitations.check-first'],
    ['with a score that ended', { days: -1 }, 'invitations.no-score'],
    ['with NA', { score: 'NA' }, 'invitations.no-score'],
  ] as const)('%s accepts and saves nothing, and says so for each', async (_case, score, reason) => {
    const company = await newCompany(portal, { company_name: 'Cedar Framing' });
    const person = score ? await newProvable(portal, score) : await newPersonWithoutTwoStep(portal);
    if (!score) await makeProvable(portal, person.accountId);
    const inviteid = await invite(company, person.emailaddress);
    const code = await centerCode(portal, person.emailaddress);
    const answer = await person.visitor.call('POST', '/network/acceptpendinginvites', {
      invitecode: code,
      invites: [inviteid],
      profile: { network_autoacceptinvite: 'YES' },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { success: false, error_code: 'network.center-none-accepted' },
    });
    shows('center.none-accepted', answer.body.error_message);
    expect(answer.body.issues).toEqual({
      [`invites.${inviteid}`]: [`Cedar Framing: ${networkTexts[reason]}`],
    });
    const { invites } = await list(person.visitor, code);
    expect(invites[0]?.terms?.obstacle).toBe(networkTexts[reason]);
    expect(await acceptedAt(inviteid)).toBeNull();
    const [kept] = await rowsOf(
      portal,
      sql`select network_autoacceptinvite from account where id = ${person.accountId}`,
    );
    expect(kept).toEqual({ network_autoacceptinvite: false });
  });

  it('needs at least one, and only one’s own', async () => {
    const mine = await invited();
    const theirs = await invited();
    expect(await refusalOf(accept(mine.person.visitor, mine.code, []))).toBe('invalid-input');
    expect(await refusalOf(accept(mine.person.visitor, mine.code, [mine.inviteid, theirs.inviteid]))).toBe(
      'not-found',
    );
    expect(await acceptedAt(mine.inviteid)).toBeNull();
  });

  it('says which companies see the person through ShieldLink (D55)', async () => {
    const [client, sharing] = [
      await newLinkedCompany(portal, 'Client'),
      await newLinkedCompany(portal, 'Sharing'),
    ];
    await connectCompanies(client, sharing);
    const person = await newProvable(portal);
    await invite(sharing, person.emailaddress);
    const { invites } = await list(person.visitor, await centerCode(portal, person.emailaddress));
    expect(invites[0]?.terms?.also_seen_by).toHaveLength(1);
  });
});

test('F66: accepting twice at once, and while the inviter cancels, happens once or not at all', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { company, person, inviteid, code } = await invited();
    const second = await invite(await newCompany(portal), person.emailaddress);
    const owner: Registered = company.owner;
    const answers = await Promise.all([
      person.visitor.call('POST', '/network/acceptpendinginvites', {
        invitecode: code,
        invites: [inviteid, second],
      }),
      owner.visitor.call('POST', '/network/cancelinvite', { inviteid }),
      person.visitor.call('POST', '/network/acceptpendinginvites', {
        invitecode: code,
        invites: [second, inviteid],
        profile: { network_searchresults: 'NO' },
      }),
      person.visitor.call('POST', '/network/acceptinvite', { inviteid }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    for (const id of [inviteid, second]) {
      const accepted = (await eventsOf(id)).filter((kind) => kind === 'accepted');
      expect(accepted.length).toBeLessThanOrEqual(1);
      expect(accepted.length === 1).toBe((await acceptedAt(id)) !== null);
    }
    expect(await acceptedAt(second)).not.toBeNull();
    const row = await connectionRow(portal, inviteid);
    expect(Number(row.accepted_at !== null) + Number(row.cancelled_at !== null)).toBeGreaterThanOrEqual(1);
  }
});
