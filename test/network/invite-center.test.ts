import { describe, expect, it } from 'vitest';
import { action as act, loader as open } from '#app/routes/network/invite-center.tsx';
import { setAccountActive, updatePreferences } from '#modules/identity/index.ts';
import {
  acceptInvite,
  cancelInvite,
  centerCodeSweep,
  dueReminders,
  ignoreInvite,
  ignorePendingInvitation,
  requestRemoval,
} from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { DAY, MINUTE, type Refusal, runSweep, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { centerCode, inviteCenter, proof } from '#test/factories/invite-center.ts';
import { connectionRow, newCompany } from '#test/factories/network.ts';
import { actAs, newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows, showsTime } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();

const { newReader, invite, invited, refusalOf, prove, list, accept, acceptedAt } = inviteCenter(portal);

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

describe('D119: without proving to be the person', () => {
  const ask = (visitor: Visitor, code: string, form: Record<string, string>) =>
    askPage(portal, visitor, act, { path: `/pendinginvites/${code}`, params: { invitecode: code }, form });

  it('an invitation is ignored, which its link can open again', async () => {
    const { person, inviteid, code } = await invited();
    const other = await invited();
    const reader = newReader();
    const page = await askPage(portal, reader, open, {
      path: `/pendinginvites/${code}?ignore=${inviteid}`,
      params: { invitecode: code },
    });
    expect(page).toMatchObject({ data: { toIgnore: { id: inviteid } } });
    expect(await connectionRow(portal, inviteid)).toMatchObject({ ignored_at: null });
    // One of somebody else is not found.
    expect(
      await refusalOf(
        reader.perform(ignorePendingInvitation, { invitecode: code, inviteid: other.inviteid }),
      ),
    ).toBe('not-found');
    expect(redirectOf(await ask(reader, code, { intent: 'ignore', inviteid }))).toBe(
      `/pendinginvites/${code}`,
    );
    shows('center.ignored', decodeURIComponent(reader.cookies.get('toast') ?? ''));
    expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'INVITEIGNORE' });
    expect((await list(reader, code)).invites).toEqual([]);
    const entries = await rowsOf(
      portal,
      sql<{ actor_id: string | null; about_id: string }>`
        select actor_id, about_id from audit_entry where action = 'network.invitation-ignored' and object_id = ${inviteid}`,
    );
    expect(entries).toEqual([{ actor_id: null, about_id: person.accountId }]);
    const again = reader.perform(ignorePendingInvitation, { invitecode: code, inviteid });
    expect(await refusalOf(again)).toBe('network.invitation-closed');
  });

  it('automatic acceptance and search results are turned off, never on, and nobody learns what they were', async () => {
    const { person, code } = await invited();
    await person.visitor.perform(updatePreferences, { network_autoacceptinvite: 'YES' });
    const reader = newReader();
    const off = (preference: string) => ask(reader, code, { intent: 'off', preference });
    const [first, second] = [await off('network_autoacceptinvite'), await off('network_autoacceptinvite')];
    expect(redirectOf(first)).toBe(redirectOf(second));
    await off('network_searchresults');
    const [kept] = await rowsOf(
      portal,
      sql`select network_autoacceptinvite, network_searchresults, network_sharing_master from account
        where id = ${person.accountId}`,
    );
    expect(kept).toEqual({
      network_autoacceptinvite: false,
      network_searchresults: false,
      network_sharing_master: true,
    });
    expect(await off('network_sharing_master')).toMatchObject({ init: { status: 400 } });
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
