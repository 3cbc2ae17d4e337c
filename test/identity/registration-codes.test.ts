import { expect, test } from 'vitest';
import { acceptTerms } from '#modules/enterprise/index.ts';
import { identityTimings } from '#modules/identity/limits.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { registerPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
portal.clock.stop();

test('terms that are accepted again bring another code once the code before is over', async () => {
  const { visitor, emailaddress } = await registerPerson(portal);
  const accept = () => visitor.perform(acceptTerms, { accept_terms: 'YES' });
  const countCodes = async () => {
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: emailaddress });
    return mails.filter(({ code }) => code).length;
  };
  await accept();
  // The code before is not sent yet.
  await accept();
  expect(await countCodes()).toBe(1);
  portal.clock.advance(identityTimings['code.lifetime'] - 1);
  await accept();
  expect(await countCodes()).toBe(1);
  portal.clock.advance(1);
  await accept();
  expect(await countCodes()).toBe(2);
});
