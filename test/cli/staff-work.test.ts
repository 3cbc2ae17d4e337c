// Takes long: people, a company, a paid check and its refund are made by operations.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getDesk, getRefund, listRefunds } from '#modules/admin/index.ts';
import { DAY, HOUR } from '#modules/platform/index.ts';
import { newApplicant, submit } from '#test/factories/applicants.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { setRefundLimit } from '#test/factories/refunds.ts';
import { buyByCard, openShop } from '#test/factories/shop.ts';
import { testSecrets } from '#test/secrets.ts';
import { shield } from './terminal.ts';

/** What staff do in the console, done by the same operations in the terminal. */

const { portal } = await openShop();
writeFileSync(join(portal.config.dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });

const environment = {
  DATABASE_URL: portal.databaseUrl,
  DATA_FOLDER: portal.config.dataFolder,
  STRIPE_SANDBOX_PORT: String(portal.config.payments.sandboxPort),
  SHIELD_OPERATOR: 'Grace Okafor',
};
const run = (...words: string[]) => shield(words, environment);
/** The agency's sandbox calls back to a portal that nobody serves here. */
const runJobs = () => portal.runJobs({ failures: [] });
const nobody = '00000000-0000-4000-8000-000000000000';

/** The newest entry about a person that the terminal made. */
async function entryAbout(accountId: string): Promise<unknown> {
  const { rows } = await portal.pool.query(
    'select action, operator, operation from audit_entry where about_id = $1 and operator is not null order by at desc, id desc limit 1',
    [accountId],
  );
  return rows[0];
}

describe('shield user', () => {
  it('finds people, and shows one with what was done last', async () => {
    const person = await newScoredPerson(portal, { firstname: 'Zelda', lastname: 'Quimby' });
    const found = await run('user', 'find', 'zelda', 'quimby');
    expect(found).toMatchObject({ code: 0, err: '' });
    expect(found.out).toContain(`${person.accountId}  Zelda Quimby`);
    expect(JSON.parse((await run('user', 'find', 'zelda', 'quimby', '--json')).out).total).toBe(1);
    expect((await run('user', 'find', 'no-such-name-anywhere')).out).toBe('Nobody was found.');

    const shown = await run('user', 'show', person.emailaddress);
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(shown.out).toMatch(new RegExp(`^id +${person.accountId}\nname +Zelda Quimby$`, 'm'));
    expect(shown.out).toMatch(/^state +enabled$/m);
    expect(shown.out).toContain(person.shieldId);
    expect(await entryAbout(person.accountId)).toEqual({
      action: 'admin.user-opened',
      operator: 'Grace Okafor',
      operation: 'admin.open-user-record',
    });
    const json = JSON.parse((await run('user', 'show', person.accountId, '--json')).out);
    expect(json.profile).toMatchObject({ userid: person.accountId, active: 'YES' });
  });

  it('closes an account and opens it again, with the name of who did it', async () => {
    const person = await newPerson(portal);
    expect(await run('user', 'disable', person.emailaddress, '--yes')).toEqual({
      code: 0,
      out: `Disabled: ${person.emailaddress}.`,
      err: '',
    });
    expect((await run('user', 'show', person.accountId)).out).toMatch(/^state +disabled$/m);
    expect(
      (await run('audit', 'search', '--person', person.accountId, '--action', 'identity.account-disabled'))
        .out,
    ).toMatch(/Account disabled +Grace Okafor at the terminal/);
    expect(await run('user', 'enable', person.emailaddress, '--yes')).toMatchObject({ code: 0 });
    expect(await entryAbout(person.accountId)).toMatchObject({ action: 'identity.account-enabled' });
  });

  it('lists where a person is signed in, and signs them out', async () => {
    const person = await newPerson(portal);
    const listed = JSON.parse((await run('user', 'sessions', person.accountId, '--json')).out);
    expect(listed.sessions).toHaveLength(1);
    expect(await run('user', 'sessions', person.accountId, '--end')).toMatchObject({ code: 64, out: '' });
    expect((await run('user', 'sessions', person.accountId, '--end', '--yes')).out).toMatch(
      /Ended 1 session\.$/,
    );
    expect((await run('user', 'sessions', person.accountId)).out).toBe('Nowhere.');
  });

  it('resets the second step', async () => {
    const person = await newPerson(portal);
    expect(await run('user', 'reset-two-step', person.accountId, '--yes')).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await entryAbout(person.accountId)).toMatchObject({ action: 'identity.two-step-reset' });
  });

  it.each(['show', 'disable', 'enable', 'reset-two-step', 'sessions'])(
    '%s names who does not exist',
    async (word) => {
      const yes = ['show', 'sessions'].includes(word) ? [] : ['--yes'];
      expect(await run('user', word, nobody, ...yes)).toEqual({
        code: 66,
        out: '',
        err: `There is no account ${nobody}.`,
      });
      expect((await run('user', word, 'nobody@example.com', ...yes)).err).toBe(
        'There is no account nobody@example.com.',
      );
      expect((await run('user', word)).code).toBe(64);
    },
  );

  it('takes no word for an id', async () => {
    expect(await run('user', 'show', 'dana')).toMatchObject({ code: 66, err: 'There is no account dana.' });
  });
});

describe('shield score', () => {
  it('shows the scores, and makes the active one expire, with a note', async () => {
    const person = await newScoredPerson(portal);
    expect((await run('score', 'show', person.emailaddress)).out).toContain(person.shieldId);
    expect(await run('score', 'expire', person.accountId, '--yes')).toMatchObject({ code: 64 });
    expect(await run('score', 'expire', person.accountId, '--reason', 'Another person', '--yes')).toEqual({
      code: 0,
      out: `The score of ${person.accountId} has expired.`,
      err: '',
    });
    const { notes } = JSON.parse((await run('user', 'show', person.accountId, '--json')).out);
    expect(notes).toMatchObject([{ authorname: 'Grace Okafor at the terminal', note: 'Another person' }]);
    expect(await run('score', 'expire', person.accountId, '--reason', 'Once more', '--yes')).toMatchObject({
      code: 66,
      err: `There is no valid score of ${person.accountId}.`,
    });
  });
});

it('shield company show finds a company by a part of its name', async () => {
  const company = await newCompany(portal, { company_name: 'Quarry and Sons' });
  const { out } = await run('company', 'show', 'quarry');
  expect(out).toMatch(new RegExp(`^id +${company.companyId}\nname +Quarry and Sons$`, 'm'));
  expect(out).toContain(company.owner.emailaddress);
  const byId = await run('company', 'show', company.companyId.toUpperCase(), '--json');
  expect(JSON.parse(byId.out).companies.map(({ companyid }: { companyid: string }) => companyid)).toEqual([
    company.companyId,
  ]);
  expect(await run('company', 'show', 'nothing like this')).toMatchObject({
    code: 66,
    out: 'No company was found.',
  });
  expect((await run('company', 'show')).code).toBe(64);
});

describe('shield application', () => {
  it('shows one, and sends it to the agency again until the agency has it', async () => {
    const applicant = await newApplicant(portal);
    await submit(applicant, '900-61-0001');
    const { applicationId } = applicant;
    expect((await run('application', 'show', applicationId)).out).toMatch(
      new RegExp(`^person +${applicant.accountId}$`, 'm'),
    );
    expect(JSON.parse((await run('application', 'show', applicationId, '--json')).out).id).toBe(
      applicationId,
    );
    await portal.pool.query(
      `update graphile_worker._private_jobs set attempts = max_attempts where key = (select 'cra-order:' || id from cra_order where application_id = $1)`,
      [applicationId],
    );
    expect(await run('application', 'resubmit', applicationId)).toMatchObject({ code: 0, err: '' });
    await runJobs();
    expect(await run('application', 'resubmit', applicationId)).toMatchObject({
      code: 66,
      err: `There is no application ${applicationId} that waits to be sent to the agency.`,
    });
    expect(await entryAbout(applicant.accountId)).toMatchObject({
      action: 'applications.order-submitted-again',
    });
  });

  it.each(['show', 'resubmit'])('%s names what does not exist', async (word) => {
    expect((await run('application', word, nobody)).code).toBe(66);
    expect((await run('application', word, '12')).code).toBe(64);
  });
});

describe('shield payments refund', () => {
  it('refunds a part, and lets a large refund wait for an admin, who sees who asked', async () => {
    await setRefundLimit(portal, 30);
    const { applicationId } = await buyByCard(portal, await newPerson(portal));
    const refund = (...words: string[]) =>
      run('payments', 'refund', applicationId, '--reason', 'Bought twice', ...words);
    expect(await refund()).toMatchObject({
      code: 64,
      err: 'The money goes back to the card. To confirm, add --yes.',
    });
    expect(await refund('--amount', 'ten', '--yes')).toMatchObject({ code: 64 });
    expect(await refund('--amount', '500', '--yes')).toMatchObject({ code: 1 });
    expect(await refund('--amount', '20', '--yes')).toEqual({
      code: 0,
      out: 'The worker sends the refund.',
      err: '',
    });
    await runJobs();
    const later = await buyByCard(portal, await newPerson(portal));
    expect(
      (await run('payments', 'refund', later.applicationId, '--reason', 'Bought twice', '--yes')).out,
    ).toContain('/admin/refunds');
    const staff = await newStaff(portal);
    expect((await staff.visitor.perform(getDesk, {})).refunds).toMatchObject([
      { requested_by: 'Grace Okafor at the terminal', own: false },
    ]);
    const { refunds } = await staff.visitor.perform(listRefunds, {});
    expect(refunds.map(({ requested_by }) => requested_by)).toEqual(
      Array(2).fill('Grace Okafor at the terminal'),
    );
    const { reason } = await staff.visitor.perform(getRefund, { refundid: refunds[0]?.id ?? '' });
    expect(reason).toBe('Bought twice');
  });

  it('names an application that does not exist', async () => {
    expect(await run('payments', 'refund', nobody, '--reason', 'Bought twice', '--yes')).toMatchObject({
      code: 66,
      err: `There is no application ${nobody}.`,
    });
  });
});

describe('shield settings', () => {
  it('reads and changes one field of a page of the console, with an entry of the audit log', async () => {
    expect((await run('settings', 'get', 'store.promotion_shown')).out).toMatch(
      /^store\.promotion_shown +on$/m,
    );
    expect(await run('settings', 'set', 'store.promotion_shown', 'off')).toEqual({
      code: 0,
      out: 'store.promotion_shown: on → off',
      err: '',
    });
    expect(JSON.parse((await run('settings', '--json')).out)).toMatchObject({
      'store.promotion_shown': false,
      'goals.refund': expect.any(String),
    });
    expect((await run('audit', 'search', '--action', 'purchasing.store-changed')).out).toContain(
      'Grace Okafor at the terminal',
    );
  });

  it('knows the free searches and the days of reminders', async () => {
    expect((await run('settings', 'set', 'limits.free_people', '10')).out).toBe('limits.free_people: 5 → 10');
    expect((await run('settings', 'set', 'limits.reminder_days', '7, 30')).out).toBe(
      'limits.reminder_days: 45, 30, 14, 7, 1 → 30, 7',
    );
    for (const [field, typed, out] of [
      ['application_days', '9', '3, 7, 14 → 9'],
      ['score_days', '10 2 5', '3, 7, 21 → 2, 5, 10'],
      ['invitation_days', '4', '3, 7, 14 → 4'],
      ['card_days', '60', '30, 7 → 60'],
    ] as const)
      expect((await run('settings', 'set', `limits.${field}`, typed)).out).toBe(`limits.${field}: ${out}`);
    expect(await run('settings', 'set', 'limits.reminder_days', '99')).toMatchObject({ code: 64 });
    expect((await run('audit', 'search', '--action', 'network.free-people-changed')).out).toContain(
      'Grace Okafor at the terminal',
    );
  });

  it('refuses a name or a value that there is not', async () => {
    expect(await run('settings', 'get', 'store.nothing')).toMatchObject({
      code: 66,
      err: expect.stringContaining('store.abandoned_after'),
    });
    expect(await run('settings', 'set', 'store.promotion_shown', 'perhaps')).toMatchObject({ code: 64 });
    expect(await run('settings', 'set', 'store.abandoned_after', '17')).toMatchObject({
      code: 64,
      err: 'store.abandoned_after: expected one of 6, 12, 24, 48, 72, 168.',
    });
    expect(await run('settings', 'set', 'limits.reminder_days', 'soon')).toMatchObject({
      code: 64,
      err: expect.stringContaining('reminder_days: '),
    });
    expect((await run('settings', 'set', 'store.promotion_shown')).code).toBe(64);
  });
});

describe('shield audit search', () => {
  it('narrows by what was typed, and by days', async () => {
    const person = await newPerson(portal);
    const search = (...words: string[]) => run('audit', 'search', '--person', person.emailaddress, ...words);
    expect((await search()).out).toContain('Registered');
    expect((await search('--until', '2001-01-01')).out).toBe('No entry was found.');
    expect(
      JSON.parse((await search('--action', 'identity.account-created', '--json')).out).entries,
    ).toMatchObject([{ about_id: person.accountId }]);
  });

  it('means days in UTC, as its times are', async () => {
    const now = portal.clock.now().getTime();
    const midnight = Math.ceil(now / DAY) * DAY;
    portal.clock.advance(midnight + HOUR - now);
    const { emailaddress } = await newPerson(portal);
    const day = new Date(midnight).toISOString().slice(0, 10);
    const found = await run('audit', 'search', '--person', emailaddress, '--since', day, '--until', day);
    expect(found.out).toMatch(new RegExp(`^${day}T01:.*Registered`, 'm'));
  });

  it.each([[['--action', 'no.such-action']], [['--since', 'yesterday']], [['--company', 'Harbor']]])(
    'says what is wrong with %j',
    async (words) => {
      expect(await run('audit', 'search', ...words)).toMatchObject({ code: 64, out: '' });
    },
  );
});
