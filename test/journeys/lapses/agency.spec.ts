import { MINUTE, SECOND } from '#modules/platform/browser.ts';
import { readConfig } from '#modules/platform/config.ts';
import { signHook } from '#modules/platform/hooks.ts';
import { payFor } from '#test/factories/applicants.ts';
import { expect, expectAccessible, expectShown, fill, press } from '../../browser/fixtures.ts';
import { type OwnPortal, test } from '../../browser/own-portal.ts';
import { shows, showsTime } from '../../shown.ts';
import { agreeToFirstDocuments, chooseJurisdictions, sign, title } from '../acts/application.ts';
import { makePerson } from '../acts/person.ts';

/**
 * A portal with the configuration for a real agency, which accepts only issued numbers. Nothing is sent to the agency.
 */
test.use({
  portalOptions: {
    command: ['up'],
    environment: { CRA: 'https', CRA_URL: 'https://agency.example', CRA_API_KEY: 'key-of-the-agency' },
  },
});

/** Publishes another version of the first document. */
async function replaceFirstDocument({ database }: OwnPortal): Promise<void> {
  const { rowCount } = await database.query(`
    with newer as (
      select distinct on (craid) kind, craid, version + 1 as version, title, body || '<p>And more.</p>' as body,
        acknowledgement_text, requires_signature
      from consent_document where kind = 'esign' order by craid, version desc
    )
    insert into consent_document (id, kind, craid, version, title, body, acknowledgement_text, requires_signature,
      content_hash, in_force_from)
    select gen_random_uuid(), kind, craid, version, title, body, acknowledgement_text, requires_signature,
      encode(sha256(convert_to(concat_ws(E'\\n', title, body, acknowledgement_text), 'UTF8')), 'hex'), now()
    from newer`);
  expect(rowCount).toBeGreaterThan(0);
}

test('a check keeps the documents it was sold with; a number that nobody has is refused', async ({
  page,
  script,
  portal,
  join,
  operations,
}) => {
  const person = makePerson('900-00-0002');
  await payFor(operations, (await join(page, person)).accountId);
  await page.goto('/user/application/next');
  await expect(page).toHaveURL(/\/user\/application\/1/);
  await replaceFirstDocument(portal);
  await page.reload();
  await expect(page.getByRole('article')).not.toContainText('And more.');
  await agreeToFirstDocuments(page);
  await sign(page, person, script);
  await chooseJurisdictions(page);
  const enterNumber = (ssn: string) =>
    fill(page, { 'Social Security number': ssn, 'Confirm Social Security number': ssn });
  await fill(page, {
    'First name': person.firstname,
    'Last name': person.lastname,
    'Date of birth': person.dateofbirth,
    'Confirm date of birth': person.dateofbirth,
  });
  for (const ssn of ['900-00-0002', '666-12-3456']) {
    await enterNumber(ssn);
    await press(page, 'Continue');
    await expectShown(page, 'application.ssn-never-issued');
  }
  await expectAccessible(page);

  await enterNumber('123-45-6789');
  await press(page, 'Continue');
  await expect(title(page)).toHaveText('Your addresses');
});

test('what comes from outside is taken when it is signed, and not for longer than five minutes', async ({
  request,
  portal: { app },
}) => {
  const secret = readConfig(app.environment).cra.webhookSecret;
  const body = JSON.stringify({
    event_id: 'event-0001',
    craid: '2',
    idempotency_key: 'nobody-ordered-this',
    profile_number: '0000-00000',
    occurred_at: new Date().toISOString(),
    type: 'inprogress',
  });
  const post = async (signature?: string) => {
    const answer = await request.post('/hooks/cra', {
      data: body,
      headers: { 'Content-Type': 'application/json', ...(signature ? { 'cra-signature': signature } : {}) },
    });
    return [answer.status(), await answer.text()] as const;
  };
  const signed = (ago: number) => signHook(secret, body, new Date(Date.now() - ago));

  const [unsigned, words] = await post();
  expect(unsigned).toBe(401);
  shows('edge.callback-unsigned', words);
  const [foreign] = await post(signHook('of-somebody-else-entirely', body, new Date()));
  expect(foreign).toBe(401);
  const begun = Date.now();
  const [stale, same] = await post(signed(5 * MINUTE + SECOND));
  expect([stale, same]).toEqual([401, words]);
  const ended = 5 * MINUTE + SECOND + Date.now() - begun;
  const held = 5 * MINUTE - MINUTE;
  const [fresh] = await post(signed(held));
  expect(fresh).toBe(200);
  showsTime('cra.callback-age', { held, ended });

  const notice = await request.post('/hooks/stripe', { data: '{"id":"evt_1"}' });
  expect(notice.status()).toBe(401);
  shows('purchase.notice-unsigned', await notice.text());
});
