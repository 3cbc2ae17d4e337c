import { DAY, MINUTE } from '#modules/platform/browser.ts';
import { payFor, removeSandboxDelays, submit } from '#test/factories/applicants.ts';
import { expect, expectAccessible, expectShown, fill, press } from '../../browser/fixtures.ts';
import { test } from '../../browser/own-portal.ts';
import { lengthOf } from '../../browser/readings.ts';
import { Stopwatch } from '../../browser/stopwatch.ts';
import { showsSize, showsTime } from '../../shown.ts';
import { makePerson } from '../acts/person.ts';
import { signIn } from '../acts/registration.ts';

/** How much time may pass on the clock while a journey reads a page. */
const SLACK = 5 * MINUTE;

test('F101: a link to a score asks who reads it and lapses; of two decisions the first one counts', async ({
  page,
  context,
  script,
  outbox,
  otherBrowser,
  portal,
  join,
  operations,
}) => {
  await removeSandboxDelays(operations);
  const person = makePerson('900-00-0004');
  const member = await join(page, person);
  const applicationId = await payFor(operations, member.accountId);
  let link = '';
  const offered = await Stopwatch.start(portal, async () => {
    await submit({ ...member, applicationId }, person.ssn);
    const mail = await outbox.wait(person.emailaddress, /score|ready|approv/i);
    link = mail.links.find((each) => each.includes('/scoreapproval/')) ?? '';
  });

  const reader = await otherBrowser();
  await reader.goto(`${link}/report`);
  await expectShown(reader, 'score.proof-needed');
  const held = await offered.holdsAt(30 * DAY - SLACK, () => reader.goto(link));
  const proof = (ssnlast4: string) =>
    fill(reader, {
      'Date of birth': person.dateofbirth,
      'Last four digits of your Social Security number': ssnlast4,
    });
  await proof('0003');
  await press(reader, 'Continue');
  await expectShown(reader, 'score.proof-mismatch');
  await expectAccessible(reader);
  await proof('0004');
  await press(reader, 'Continue');
  await expect(reader).toHaveURL(/\/scoreapproval\/[^/]+\/1$/);
  const ended = await offered.endsAt(30 * DAY, async () => {
    await reader.goto(link);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('This link has expired');
  });
  showsTime('approval.code-life', { held, ended });

  // The link has expired, but the score can still be reviewed by its owner.
  await signIn(page, outbox, person);
  const review = page.getByRole('link', { name: 'Review result' });
  await page.goto('/user');
  await expect(review.first()).toBeVisible();
  const atHome = await review.count();
  await page.goto('/user/profile');
  await expect(review).toHaveCount(1);
  await expectAccessible(page);
  await review.click();
  await expect(page).toHaveURL(/\/user\/scoreapproval\/1\?applicationid=/);
  expect(atHome, 'the home page says it in its own banner and list').toBeLessThanOrEqual(2);
  await page.goto('/user/scoreapproval/2');
  await press(page, 'Next');
  await expectShown(page, 'score.terms-needed');
  await page.getByLabel('I agree to these terms').check();
  await press(page, 'Next');
  await expect(page).toHaveURL(/\/3\?/);
  await expect(page.locator('.record')).toHaveText(
    /^Criminal trespass, misdemeanor, Travis County, TX, 03\/14\/\d{4}$/,
  );
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel(/No, something is wrong/).check();
  await press(other, 'Report an Error');
  await expect(other).toHaveURL(/\/5\?/);
  const errortext = other.getByLabel('What is wrong?');
  await errortext.fill('7 signs');
  const refused = [await lengthOf(errortext)];
  await press(other, 'Submit');
  await expect(other.getByRole('alert')).toContainText('Use at least 8 characters');
  await errortext.fill('8 signs!');
  const taken = [await lengthOf(errortext)];
  await press(other, 'Submit');
  await expect(other).toHaveURL(/\/6\?/);
  showsSize('errortext.min-characters', { taken, refused });
  await expectAccessible(other);
  // The page shows only dates. The call has the exact times, which do not change with daylight saving time.
  await expect(other.getByRole('definition').filter({ hasText: /^\d\d\/\d\d\/\d{4}$/ })).toHaveCount(2);
  const answer = await page.request.post('/hub/api/profile/getapplication', {
    data: { applicationid: new URL(other.url()).searchParams.get('applicationid') },
    headers: { Origin: portal.app.url },
  });
  const { pendingapproval } = (await answer.json()) as {
    pendingapproval: { cases: { received_dts: string; due_dts: string }[] };
  };
  const [opened] = pendingapproval.cases;
  const due = Date.parse(opened?.due_dts ?? '') - Date.parse(opened?.received_dts ?? '');
  showsTime('dispute.due', { held: due - 1, ended: due });

  await page.getByLabel(/Yes, activate my ShieldScore/).check();
  await press(page, 'Activate My ShieldScore');
  if (script) await expectShown(page, 'score.decided');
  else await expect(page.getByRole('heading', { level: 1 })).toHaveText('Correction Submitted');
  await expectAccessible(page);
});
