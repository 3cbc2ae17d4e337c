import { newApplicant, submit } from '#test/factories/applicants.ts';
import { expect, expectAccessible, press, test } from '../browser/fixtures.ts';
import { agreeToScoreTerms } from './acts/score.ts';

/**
 * What a person sees for each outcome of the sandbox agency (D40) that no other journey ends with. 0013 (monitoring)
 * and 0014 (verification) have their own journeys, and so have the outcomes of an ID verification (D43).
 */

const graded = [
  { ssn: '900-00-0001', grade: 'IC01+', verdict: 'The best of five scores', found: 'No records' },
  { ssn: '900-00-0002', grade: 'IC01', verdict: 'Second-highest of five scores', found: 'No records' },
  { ssn: '900-00-0003', grade: 'IC02', verdict: 'Third of five scores', found: 'Disorderly conduct' },
  { ssn: '900-00-0004', grade: 'IC03', verdict: 'Fourth of five scores', found: 'Criminal trespass' },
  { ssn: '900-00-0005', grade: 'IC04', verdict: 'Lowest of five scores', found: 'Theft, felony' },
  { ssn: '900-00-0006', grade: 'NA', verdict: 'No score could be given', found: 'Could not be matched' },
] as const;

const waiting = [
  { ssn: '900-00-0011', state: 'Checking your details' },
  { ssn: '900-00-0012', state: 'In Progress' },
] as const;

test('F37, F98: each outcome of a check ends in what the person reads and decides', async ({
  page,
  operations,
  enter,
  outbox,
}) => {
  // All are submitted first, because the agency works on them in parallel.
  const people = new Map<string, Awaited<ReturnType<typeof newApplicant>>>();
  for (const { ssn } of [...graded, ...waiting]) {
    const applicant = await newApplicant(operations, { lastname: `Outcome${ssn.slice(-2)}` });
    await submit(applicant, ssn);
    people.set(ssn, applicant);
  }
  const enterAs = async (ssn: string) => {
    const applicant = people.get(ssn);
    if (!applicant) throw new Error(`nobody has ${ssn}`);
    await enter(page, applicant);
    return applicant;
  };

  for (const { ssn, grade, verdict, found } of graded) {
    await test.step(`${ssn}: ${grade}`, async () => {
      const { emailaddress } = await enterAs(ssn);
      await outbox.wait(emailaddress, /is ready for your review/);
      await page.goto('/user/scoreapproval');
      await agreeToScoreTerms(page);
      await expect(page.getByRole('heading', { name: verdict })).toBeVisible();
      await expect(page.getByText(grade, { exact: true }).first()).toBeVisible();
      await expect(page.getByText(found).first()).toBeVisible();
      if (grade === 'IC01')
        await expect(page.getByText(/^Travis County, TX\. .*Searched.\d\d\/\d\d\/\d{4}$/)).toBeVisible();
      await page.getByLabel(/Yes, activate my ShieldScore/).check();
      await press(page, 'Activate My ShieldScore');
      await press(page, 'Save and finish');
      await page.goto('/user');
      await expect(page.getByRole('banner')).toContainText(grade);
      await expectAccessible(page);
    });
  }

  for (const { ssn, state } of waiting) {
    await test.step(`${ssn}: ${state}`, async () => {
      await enterAs(ssn);
      await expect(async () => {
        await page.goto('/user');
        await expect(page.getByText(state, { exact: true }).first()).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expectAccessible(page);
      await expect(page.getByText(/is ready for your review|Your result is here/)).toHaveCount(0);
    });
  }
});
