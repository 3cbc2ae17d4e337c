import { beforeAll, describe, expect, it } from 'vitest';
import { getHome, listAccess, savePreferences } from '#modules/identity/index.ts';
import {
  acceptInvite,
  cancelInvite,
  getSearchAllowance,
  newInvite,
  requestRemoval,
  search,
  setConnectionActive,
} from '#modules/network/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { inviteWithCoupon, newCouponCompany } from '#test/factories/coupons.ts';
import { newCompany, newScoredPerson, newTeamMember, type ScoredPerson } from '#test/factories/network.ts';
import { newPerson, newPersonWithoutTwoStep, type Registered, signIn } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import { shows } from '#test/shown.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});

describe('search by ShieldID or email address', () => {
  it('shows the score of somebody who lets searches show it, and tells them', async () => {
    provesLegalText('score-shared', 'views-listed');
    const company = await newCompany(portal);
    const viewer = await newTeamMember(portal, company, 'viewer');
    const found = await newScoredPerson(portal, { firstname: 'Dana', lastname: 'Whitfield', score: 'IC02' });
    const typed = `${found.shieldId.slice(0, 2).toLowerCase()} ${found.shieldId.slice(2, 5)}-${found.shieldId.slice(5)}`;
    for (const searchterm of [found.shieldId, typed, found.emailaddress.toUpperCase()]) {
      const answer = await viewer.visitor.perform(search, { searchterm });
      expect(answer.searchresults).toMatchObject([
        {
          userid: found.accountId,
          share_status: 'SHARED',
          firstname: 'Dana',
          lastname: 'Whitfield',
          shieldscore: 'IC02',
          certification_number: found.shieldId,
          has_current_verification: true,
          already_invited: false,
          message: null,
        },
      ]);
      expect(answer).toMatchObject({ freesearchexceeded: false, freesearchesleft: null });
    }
    const seen = await portal.work('test.seen', (work) => listAccess(work, found.accountId, 10));
    expect(seen).toMatchObject([
      { viewer_account_id: viewer.accountId, viewer_company_id: company.companyId, kind: 'search' },
    ]);
    const home = await found.visitor.perform(getHome, {});
    expect(home.seen).toMatchObject([{ kind: 'search', first_at: expect.any(Date) }]);
  });

  it('tells nothing about somebody who does not, neither the name nor whose the email address is', async () => {
    provesLegalText('score-shared');
    const { owner } = await newCompany(portal);
    const hidden = await newScoredPerson(portal, {
      firstname: 'Secret',
      lastname: 'Person',
      searchable: false,
    });
    const answer = await owner.visitor.call('POST', '/profile/search', { searchterm: hidden.emailaddress });
    expect(answer.status).toBe(200);
    expect(answer.body.searchresults[0]).toMatchObject({
      share_status: 'PRIVATE',
      firstname: null,
      shieldscore: null,
      certification_number: null,
      current_expiration: null,
      has_current_verification: null,
    });
    shows('search.private', answer.body.searchresults[0].message);
    expect(JSON.stringify(answer.body)).not.toContain('Secret');
  });

  it('hides everything while all sharing is off, also from a network that had access', async () => {
    provesLegalText('sharing-stops');
    const { owner } = await newCompany(portal);
    const person = await newScoredPerson(portal, { searchable: false });
    const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
    await person.visitor.perform(acceptInvite, { inviteid });
    const shared = await owner.visitor.perform(search, { searchterm: person.shieldId });
    expect(shared.searchresults[0]).toMatchObject({ share_status: 'SHARED', already_invited: true });
    await portal.work('test.master', (work) =>
      savePreferences(work, person.accountId, { network_sharing_master: false }),
    );
    const closed = await owner.visitor.perform(search, { searchterm: person.shieldId });
    expect(closed.searchresults[0]).toMatchObject({ share_status: 'PRIVATE', shieldscore: null });
  });

  it('answers the documented texts: unknown, no address, oneself', async () => {
    const { owner } = await newCompany(portal);
    const ask = (searchterm: string) => owner.visitor.call('POST', '/profile/search', { searchterm });
    const noScore = await newPersonWithoutTwoStep(portal);
    for (const nobody of [
      'TX000000018',
      'nonsense',
      'nobody@example.com',
      noScore.emailaddress,
      'SL123456789',
    ]) {
      const answer = await ask(nobody);
      expect(answer.status, nobody).toBe(404);
      expect(answer.body).toMatchObject({ success: false, error_code: 'network.shieldid-not-found' });
      shows('search.not-found', answer.body.error_message);
    }
    for (const wrong of [
      'a@b',
      'two@@example.com',
      '@example.com',
      'someone@example.c',
      'some one@example.com',
    ]) {
      const answer = await ask(wrong);
      expect(answer.status, wrong).toBe(400);
      shows('search.invalid-email', answer.body.error_message);
    }
    const self = await newScoredPerson(portal);
    for (const own of [self.shieldId, self.emailaddress.toUpperCase()]) {
      const answer = await self.visitor.call('POST', '/profile/search', { searchterm: own });
      expect(answer.status).toBe(400);
      shows('search.own', answer.body.error_message);
    }
  });

  it('needs a complete session', async () => {
    const anonymous = await portal.visitor().call('POST', '/profile/search', { searchterm: 'TX000000018' });
    expect(anonymous.status).toBe(401);
  });
});

describe('F41: the free searches of somebody without an enterprise profile (D52)', () => {
  it('are five different people in 30 days, counted once each', async () => {
    const searcher = await newPerson(portal);
    const people: ScoredPerson[] = [];
    for (let at = 0; at < 6; at += 1) people.push(await newScoredPerson(portal));
    const ask = (at: number) => searcher.visitor.perform(search, { searchterm: people[at]?.shieldId ?? '' });
    for (const [at, left] of [4, 3, 2, 1, 0].entries()) {
      expect(await ask(at)).toMatchObject({ freesearchexceeded: false, freesearchesleft: left });
    }
    expect(await ask(2)).toMatchObject({ freesearchexceeded: false, freesearchesleft: 0 });
    const exceeded = await ask(5);
    expect(exceeded).toMatchObject({ freesearchexceeded: true, freesearchesleft: 0 });
    expect(exceeded.searchresults[0]).toMatchObject({
      shieldscore: null,
      current_expiration: null,
      has_current_verification: null,
    });
    shows('search.limit-reached', exceeded.searchresults[0]?.message ?? '');
    expect(await searcher.visitor.perform(getSearchAllowance, {})).toEqual({ limit: 5, left: 0 });

    portal.clock.advance(30 * DAY);
    const again = await signIn(portal, searcher);
    expect(await again.perform(search, { searchterm: people[5]?.shieldId ?? '' })).toMatchObject({
      freesearchexceeded: false,
      freesearchesleft: 4,
    });
  });

  it('are not used up by somebody who shares nothing', async () => {
    const searcher = await newPerson(portal);
    const hidden = await newScoredPerson(portal, { searchable: false });
    await searcher.visitor.perform(search, { searchterm: hidden.shieldId });
    expect(await searcher.visitor.perform(getSearchAllowance, {})).toEqual({ limit: 5, left: 5 });
  });

  it('are not used up by somebody who shares with the searcher already, but by somebody who has paused it', async () => {
    const searcher = await newPerson(portal);
    const person = await newScoredPerson(portal);
    const { inviteid } = await searcher.visitor.perform(newInvite, { touser: person.shieldId });
    const left = async () =>
      (await searcher.visitor.perform(search, { searchterm: person.shieldId })).freesearchesleft;
    await person.visitor.perform(acceptInvite, { inviteid });
    expect(await left()).toBe(5);
    await person.visitor.perform(setConnectionActive, { connectionid: inviteid, active: 'NO' });
    expect(await left()).toBe(4);
  });

  it('hold when several searches come at once', async () => {
    const searcher = await newPerson(portal);
    const people: ScoredPerson[] = [];
    for (let at = 0; at < 8; at += 1) people.push(await newScoredPerson(portal));
    const answers = await Promise.all(
      people.map((found) => searcher.visitor.perform(search, { searchterm: found.shieldId })),
    );
    expect(answers.filter((answer) => answer.freesearchexceeded)).toHaveLength(3);
  });
});

it('shows the coupon of the own invitation until it is accepted', async () => {
  const company = await newCouponCompany({ portal }, { type: 'full' }, null);
  const person = await newScoredPerson(portal);
  const { couponId, inviteId } = await inviteWithCoupon({ portal }, company, person.accountId);
  const found = async ({ owner }: { owner: Registered }) => {
    const visitor = await signIn(portal, owner);
    const { searchresults } = await visitor.perform(search, { searchterm: person.shieldId });
    return searchresults[0]?.purchase_coupon_details;
  };
  expect(await found(company)).toEqual({
    id: couponId,
    description: expect.stringMatching(/100% off: your company pays/),
  });
  expect(await found(await newCompany(portal))).toBeNull();
  await (await signIn(portal, person)).perform(acceptInvite, { inviteid: inviteId });
  expect(await found(company)).toBeNull();
});

it('knows no invitation that was withdrawn, and nobody who was removed', async () => {
  const { owner } = await newCompany(portal);
  const person = await newScoredPerson(portal);
  const visitor = await signIn(portal, owner);
  const invited = async () =>
    (await visitor.perform(search, { searchterm: person.shieldId })).searchresults[0]?.already_invited;
  const invite = async () => (await visitor.perform(newInvite, { touser: person.shieldId })).inviteid;
  expect(await invited()).toBe(false);
  const withdrawn = await invite();
  expect(await invited()).toBe(true);
  await visitor.perform(cancelInvite, { inviteid: withdrawn });
  expect(await invited()).toBe(false);
  const connectionid = await invite();
  await (await signIn(portal, person)).perform(acceptInvite, { inviteid: connectionid });
  await visitor.perform(requestRemoval, { connectionid });
  expect(await invited()).toBe(false);
});
