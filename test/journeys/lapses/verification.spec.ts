import { addressIn, agree, answer, nameOf, payUnverified } from '#test/factories/applicants.ts';
import { expectAccessible, expectShown, press } from '../../browser/fixtures.ts';
import { test } from '../../browser/own-portal.ts';
import { makePerson } from '../acts/person.ts';

/** A portal whose provider of ID verification does not answer. */
test.use({
  portalOptions: {
    command: ['up'],
    environment: {
      IDV: 'onfido',
      ONFIDO_REGION: 'us',
      ONFIDO_URL: 'http://127.0.0.1:9',
      ONFIDO_API_TOKEN: 'token-of-the-journeys',
      ONFIDO_WORKFLOW_ID: '33333333-3333-4333-8333-333333333333',
    },
  },
});

test('a provider that does not answer loses nothing', async ({ page, join, operations, expectedFaults }) => {
  expectedFaults.push(/Failed to load resource/, /^answer: 503 .*\/user\/idverification/);
  const registered = await join(page, makePerson('900-00-0002'));
  const applicant = { ...registered, applicationId: await payUnverified(operations, registered.accountId) };
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf('900-00-0002'));
  await answer(applicant, addressIn('TX'));
  await page.goto('/user/idverification');
  await page.getByRole('checkbox').check();
  await press(page, 'Start verification');
  await expectShown(page, 'verification.silent');
  await expectAccessible(page);
});
