import { beforeAll, describe, expect, it } from 'vitest';
import { getPerson, savePreferences, unsubscribe } from '#modules/identity/index.ts';
import {
  acceptInvite,
  cancelInvite,
  getInviteLink,
  ignoreInvite,
  listInvitations,
  newInvite,
  recordBounce,
  resendInvite,
} from '#modules/network/index.ts';
import { MINUTE } from '#modules/platform/browser.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  connectionRow,
  giveScore,
  newCompany,
  newScoredPerson,
  newTeamMember,
  type TestCompany,
} from '#test/factories/network.ts';
import {
  newPerson,
  newPersonWithoutTwoStep,
  type Registered,
  registerPerson,
} from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import { shows } from '#test/shown.ts';

let portal: TestPortal;
let company: TestCompany;
beforeAll(async () => {
  portal = await testPortal();
  company = await newCompany(portal, {
    company_name: 'Acme Builders',
    branding_hostname: 'acme',
    shieldlink_enabled: true,
  });
});

const invite = (touser: string, by = company.owner) => by.visitor.perform(newInvite, { touser });

async function mailTo(address: string) {
  await portal.runJobs();
  const [message] = await listOutbox(portal.db, { to: address, limit: 1 });
  return message;
}

const linkIn = (text: string) => /\/link\/([\w-]+)/.exec(text)?.[1] ?? '';

describe('inviting', () => {
  it('mails an address without an account a link on the company’s own host', async () => {
    const { inviteid, ...answer } = await invite('new.worker@example.com');
    expect(answer).toEqual({
      connectionstatus: 'INVITE',
      already_invited: false,
      mail_withheld: false,
      error_message: null,
    });
    const message = await mailTo('new.worker@example.com');
    expect(message?.subject).toBe('Acme Builders invites you to their trusted network');
    expect(message?.text).toMatch(/http:\/\/acme\.localhost:3000\/link\/[\w-]{22}/);
    expect(message?.messageId).toMatch(/^<invitation-/);
    expect(await connectionRow(portal, inviteid)).toMatchObject({ invite_sent_count: 1, account_id: null });
  });

  it('by its id, no person who has not verified an address', async () => {
    const unverified = await registerPerson(portal);
    const chosen = { touser: unverified.accountId };
    await expect(company.owner.visitor.perform(newInvite, chosen)).rejects.toThrow('not-found');
  });

  it.each([
    ['of the profile, where there is no score', {}, ['Nora', 'Vale']],
    ['of nobody whom a search does not show', { network_searchresults: false }, ['', '']],
    ['of nobody who shares nothing', { network_sharing_master: false }, ['', '']],
  ])('by its id, keeps the name %s', async (_whose, preferences, names) => {
    const { accountId } = await newPersonWithoutTwoStep(portal, { firstname: 'Nora', lastname: 'Vale' });
    await portal.work('test.preferences', (work) =>
      savePreferences(work, accountId, { network_searchresults: true, ...preferences }),
    );
    const { inviteid } = await invite(accountId);
    const { to_firstname, to_lastname } = await connectionRow(portal, inviteid);
    expect([to_firstname, to_lastname]).toEqual(names);
  });

  it('of an individual begins with our sentence, not with the name', async () => {
    const inviter = await newPerson(portal, { firstname: 'Claim', lastname: 'Prize' });
    await inviter.visitor.perform(newInvite, { touser: 'stranger@example.com' });
    await portal.runJobs();
    const [mail] = await listOutbox(portal.db, { to: 'stranger@example.com' });
    expect(mail?.subject).toBe('You’re invited to share your ShieldScore');
    const text = mail?.text ?? '';
    expect(text.indexOf('Accept only if you know them')).toBeGreaterThan(-1);
    expect(text.indexOf('Claim Prize')).toBeGreaterThan(text.indexOf('Accept only if you know them'));
  });

  it('stores no code that can be read, and finds it by its hash', async () => {
    const { inviteid } = await invite('sealed@example.com');
    const code = linkIn((await mailTo('sealed@example.com'))?.text ?? '');
    const row = await connectionRow(portal, inviteid);
    expect(code).toHaveLength(22);
    expect(JSON.stringify(row)).not.toContain(code);
    const { network_invite_url } = await company.owner.visitor.perform(getInviteLink, { inviteid });
    expect(network_invite_url).toBe(`http://acme.localhost:3000/link/${code}`);
  });

  it('says so when the person is invited already, and sends nothing', async () => {
    const person = await newScoredPerson(portal);
    const first = await invite(person.shieldId);
    for (const again of [person.shieldId, person.emailaddress, person.accountId]) {
      const answer = await invite(again);
      expect(answer).toMatchObject({ inviteid: first.inviteid, already_invited: true });
      shows('invitations.already-invited', answer.error_message ?? '');
    }
    await portal.runJobs();
    expect(await connectionRow(portal, first.inviteid)).toMatchObject({ invite_sent_count: 1 });
  });

  it('creates one row when two come at the same time', async () => {
    for (const touser of ['race@example.com', (await newScoredPerson(portal)).shieldId]) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => invite(touser)));
      expect(new Set(answers.map((answer) => answer.inviteid)).size).toBe(1);
      expect(answers.filter((answer) => !answer.already_invited)).toHaveLength(1);
    }
  });

  it('refuses oneself, an invalid address and an unknown ShieldID', async () => {
    const person = await newScoredPerson(portal);
    const ask = async (touser: string) =>
      (await person.visitor.call('POST', '/network/newinvite', { touser })).body.error_code;
    expect(await ask(person.shieldId)).toBe('network.own-id');
    expect(await ask(person.emailaddress)).toBe('network.own-id');
    expect(await ask(person.accountId)).toBe('network.own-id');
    expect(await ask('a@b')).toBe('network.invalid-email');
    expect(await ask('TX000000018')).toBe('network.shieldid-not-found');
    expect(await ask('018f0000-0000-7000-8000-00000000ffff')).toBe('not-found');
  });

  it('is not for viewers', async () => {
    const viewer = await newTeamMember(portal, company, 'viewer');
    const answer = await viewer.visitor.call('POST', '/network/newinvite', { touser: 'x@example.com' });
    expect(answer.status).toBe(403);
  });

  it('sends no mail to somebody who wants none, but shows it in the portal', async () => {
    const person = await newScoredPerson(portal);
    await portal.work('test.quiet', (work) =>
      savePreferences(work, person.accountId, { email_preference_invites: false }),
    );
    const { inviteid } = await invite(person.shieldId);
    const before = (await mailTo(person.emailaddress))?.subject ?? '';
    expect(before).not.toContain('invites you');
    const { invitations } = await person.visitor.perform(listInvitations, {});
    expect(invitations).toMatchObject([{ inviteid, businessname: 'Acme Builders', accepted: false }]);
  });

  it('ends for an address by one click in the mail, for later accounts too', async () => {
    await invite('enough@example.com');
    const message = await mailTo('enough@example.com');
    const token = /\/unsubscribe\/([\w.-]+)/.exec(message?.html ?? '')?.[1] ?? '';
    await portal.visitor().perform(unsubscribe, { token });
    await portal.visitor().perform(unsubscribe, { token });
    await expect(portal.visitor().perform(unsubscribe, { token: `${token}x` })).rejects.toThrow('not-found');
    const other = await newCompany(portal);
    const { inviteid } = await other.owner.visitor.perform(newInvite, { touser: 'enough@example.com' });
    await portal.runJobs();
    expect(await connectionRow(portal, inviteid)).toMatchObject({ invite_sent_count: 0 });
    const person = await newPerson(portal, { emailaddress: 'enough@example.com' });
    const { preferences } = await portal.work('test.person', (work) => getPerson(work, person.accountId));
    expect(preferences.email_preference_invites).toBe(false);
  });

  it('shows that an address rejected the mail, until it is sent again', async () => {
    const { inviteid } = await invite('gone@example.com');
    await portal.work('test.bounce', (work) => recordBounce(work, { emailaddress: 'Gone@example.com' }));
    await portal.work('test.bounce', (work) => recordBounce(work, { emailaddress: 'gone@example.com' }));
    expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'INVITEBOUNCE' });
    const { rows } = await portal.pool.query(
      `select kind from connection_event where connection_id = $1 order by at, id`,
      [inviteid],
    );
    expect(rows.map((row) => row.kind)).toEqual(['invited', 'bounced']);
  });

  it('to an address without an account is there for whoever verifies the address', async () => {
    const { inviteid } = await invite('Later.Person@example.com');
    const person = await newPerson(portal, { emailaddress: 'later.person@example.com' });
    const { invitations } = await person.visitor.perform(listInvitations, {});
    expect(invitations).toMatchObject([{ inviteid, businessname: 'Acme Builders' }]);
    expect(await connectionRow(portal, inviteid)).toMatchObject({ account_id: person.accountId });
  });
});

describe('accepting', () => {
  const ask = (person: Registered, body: object) =>
    person.visitor.call('POST', '/network/acceptinvite', body);

  it('shares the score with the company at once', async () => {
    provesLegalText('score-shared');
    const person = await newScoredPerson(portal, { score: 'IC01+' });
    const { inviteid, connectionstatus } = await invite(person.shieldId);
    expect(connectionstatus).toBe('INVITE');
    expect(await connectionRow(portal, inviteid)).toMatchObject({ score: null, expiration: null });
    const answer = await person.visitor.perform(acceptInvite, { inviteid });
    expect(answer.connectionstatus).toBe('CURRENT');
    expect(await connectionRow(portal, inviteid)).toMatchObject({
      status: 'CURRENT',
      score: 'IC01+',
      score_rank: 0,
      shieldid: person.shieldId,
      report_shared: false,
    });
    expect((await person.visitor.perform(listInvitations, {})).invitations).toEqual([]);
  });

  it('needs a background check first', async () => {
    const person = await newPersonWithoutTwoStep(portal);
    const { inviteid } = await invite(person.emailaddress);
    const answer = await ask(person, { inviteid, accepttype: 'INDIVIDUAL' });
    expect(answer.status).toBe(409);
    shows('invitations.check-first', answer.body.error_message);
  });

  it('needs a score other than NA that has not expired', async () => {
    for (const wanted of [{ score: 'NA' as const }, { score: 'IC01' as const, days: -1 }]) {
      const person = await newScoredPerson(portal, wanted);
      const { inviteid } = await invite(person.shieldId);
      const answer = await ask(person, { inviteid, accepttype: 'INDIVIDUAL' });
      expect(answer.status).toBe(409);
      shows('invitations.no-score', answer.body.error_message);
      expect(await connectionRow(portal, inviteid)).toMatchObject({ accepted_at: null });
    }
  });

  it('F45: as a company is for the owner or an admin of a company with ShieldLink', async () => {
    const person = await newScoredPerson(portal);
    const { inviteid } = await invite(person.shieldId);
    const refused = await ask(person, { inviteid, accepttype: 'FULLNETWORK' });
    shows('invitations.no-company', refused.body.error_message);
    const plain = await newCompany(portal);
    const toPlain = await invite(plain.owner.emailaddress);
    const stillRefused = await ask(plain.owner, { inviteid: toPlain.inviteid, accepttype: 'FULLNETWORK' });
    expect(stillRefused.body.error_code).toBe('network.accept-no-shieldlink');

    const linked = await newCompany(portal, { company_name: 'Linked', shieldlink_enabled: true });
    const toLinked = await invite(linked.owner.emailaddress);
    const accepted = await ask(linked.owner, { inviteid: toLinked.inviteid, accepttype: 'FULLNETWORK' });
    expect(accepted.body).toMatchObject({ success: true, connectionstatus: 'CURRENT' });
    expect(await connectionRow(portal, toLinked.inviteid)).toMatchObject({
      sharing_company_id: linked.companyId,
      sort_name: 'linked',
      score: null,
    });
  });

  it('an invitation for companies is refused to an individual', async () => {
    const person = await newScoredPerson(portal);
    const { inviteid } = await invite(person.shieldId);
    await portal.pool.query(`update connection set connection_type = 'FULLNETWORK' where id = $1`, [
      inviteid,
    ]);
    const answer = await ask(person, { inviteid, accepttype: 'INDIVIDUAL' });
    shows('invitations.company-only', answer.body.error_message);
  });

  it('shares the report too where the company asks for it', async () => {
    const asking = await newCompany(portal, { network_requires_pdf: true });
    const person = await newScoredPerson(portal);
    const { inviteid } = await invite(person.shieldId, asking.owner);
    const { invitations } = await person.visitor.perform(listInvitations, {});
    expect(invitations).toMatchObject([{ network_requires_pdf: true }]);
    await person.visitor.perform(acceptInvite, { inviteid });
    expect(await connectionRow(portal, inviteid)).toMatchObject({ report_shared: true });
  });

  it('is refused a second time, after it was ignored, cancelled or has expired, and to anybody else', async () => {
    const person = await newScoredPerson(portal);
    const other = await newScoredPerson(portal);
    const { inviteid } = await invite(person.shieldId);
    expect((await ask(other, { inviteid })).body).toMatchObject({ success: false, error_code: 'not-found' });
    expect((await ask(other, { inviteid: other.accountId })).body.error_code).toBe('not-found');
    await person.visitor.perform(ignoreInvite, { inviteid });
    const ignored = await ask(person, { inviteid });
    shows('invitations.closed', ignored.body.error_message);

    const cancelled = await invite(other.shieldId);
    await company.owner.visitor.perform(cancelInvite, { inviteid: cancelled.inviteid });
    expect((await ask(other, { inviteid: cancelled.inviteid })).body.error_code).toBe(
      'network.invitation-closed',
    );

    const again = await invite(other.shieldId);
    expect(again.inviteid).not.toBe(cancelled.inviteid);
    await other.visitor.perform(acceptInvite, { inviteid: again.inviteid });
    expect((await ask(other, { inviteid: again.inviteid })).body.error_code).toBe(
      'network.invitation-closed',
    );

    const late = await newScoredPerson(portal);
    const expired = await invite(late.shieldId);
    await portal.pool.query(
      `update connection set invite_expires_at = invited_at + interval '1 ms' where id = $1`,
      [expired.inviteid],
    );
    const answer = await ask(late, { inviteid: expired.inviteid });
    shows('invitations.expired', answer.body.error_message);
  });

  it('happens once when the button is pressed eight times', async () => {
    const person = await newScoredPerson(portal);
    const { inviteid } = await invite(person.shieldId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(person, { inviteid })));
    expect(answers.filter((answer) => answer.body.success)).toHaveLength(1);
    expect(answers.every((answer) => answer.status < 500)).toBe(true);
    const { rows } = await portal.pool.query(
      `select count(*) as count from connection_event where connection_id = $1 and kind = 'accepted'`,
      [inviteid],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('and canceling at the same time: one of the two happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await newScoredPerson(portal);
      const { inviteid } = await invite(person.shieldId);
      const [accepted, cancelled] = await Promise.all([
        ask(person, { inviteid }),
        company.owner.visitor.call('POST', '/network/cancelinvite', { inviteid }),
      ]);
      expect([accepted.body.success, cancelled.body.success].filter(Boolean)).toHaveLength(1);
      const row = await connectionRow(portal, inviteid);
      expect([row.accepted_at === null, row.cancelled_at === null]).toEqual(
        accepted.body.success ? [false, true] : [true, false],
      );
    }
  });

  it('F47: happens automatically for people who chose so, unless the report is asked for', async () => {
    provesLegalText('automatic-acceptance');
    const person = await newScoredPerson(portal);
    await portal.work('test.auto', (work) =>
      savePreferences(work, person.accountId, { network_autoacceptinvite: true }),
    );
    const accepted = await invite(person.shieldId);
    expect(accepted).toMatchObject({ connectionstatus: 'CURRENT' });
    const { rows } = await portal.pool.query(
      'select about_id from audit_entry where object_id = $1 and action = $2',
      [accepted.inviteid, 'network.invitation-accepted-automatically'],
    );
    expect(rows).toEqual([{ about_id: person.accountId }]);
    const asking = await newCompany(portal, { network_requires_pdf: true });
    expect(await invite(person.shieldId, asking.owner)).toMatchObject({
      connectionstatus: 'INVITE',
    });
  });

  it('happens automatically with the first score for an invitation that was open before', async () => {
    const person = await newPersonWithoutTwoStep(portal);
    await portal.work('test.auto', (work) =>
      savePreferences(work, person.accountId, { network_autoacceptinvite: true }),
    );
    const { inviteid } = await invite(person.emailaddress);
    expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'INVITE' });
    await giveScore(portal, person.accountId);
    expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'CURRENT' });
  });
});

describe('resending', () => {
  it('mails an open invitation again, three times a day at most', async () => {
    const person = await newScoredPerson(portal);
    const { inviteid } = await invite(person.shieldId);
    const resend = () => company.owner.visitor.perform(resendInvite, { inviteid });
    expect(await resend()).toEqual({ inviteid, mail_sent: true, mail_withheld: false });
    for (let turn = 0; turn < 3; turn += 1) {
      portal.clock.advance(5 * MINUTE);
      if (turn < 2) await resend();
      else await expect(resend()).rejects.toThrow('throttled');
    }
  });

  it('is refused once it is accepted, with the reason', async () => {
    const person = await newScoredPerson(portal);
    const { inviteid } = await invite(person.shieldId);
    await person.visitor.perform(acceptInvite, { inviteid });
    const answer = await company.owner.visitor.call('POST', '/network/resendinvite', { inviteid });
    expect(answer.status).toBe(409);
    shows('network.not-in-this-state', answer.body.error_message);
    expect(answer.body.error_message).toContain('The invitation is accepted and the score is valid.');
  });
});
