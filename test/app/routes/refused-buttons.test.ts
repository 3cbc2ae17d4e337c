import { expect, test } from 'vitest';
import { action as unsubscribing } from '#app/routes/identity/unsubscribe.tsx';
import { action as privacy } from '#app/routes/privacy/page.tsx';
import { action as security } from '#app/routes/security/page.tsx';
import { askDeletion } from '#modules/identity/index.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { actAs, newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { askPage, redirectOf } from '../page.ts';

const portal = await testPortal();

test.each([
  ['Log out everywhere else', security, { intent: 'others' }, '/user/profile/security'],
  ['Keep my account', privacy, { intent: 'keep' }, '/user/profile/privacy'],
] as const)('in an admin session, %s says why it does nothing', async (_button, action, form, path) => {
  const person = await newPersonWithoutTwoStep(portal);
  await person.visitor.perform(askDeletion, { currentpassword: person.password });
  const acting = await actAs(portal, person);
  expect(redirectOf(await askPage(portal, acting, action, { path, form }))).toBe(path);
  expect(decodeURIComponent(acting.cookies.get('toast') ?? '')).toBe(
    `bad:${platformTexts['edge.not-in-admin-session']}`,
  );
  expect((await person.visitor.caller())?.eraseAt).not.toBeNull();
});

test('the button of a mail that stops mails answers a link that leads nowhere as the link does', async () => {
  const answer = await askPage(portal, portal.visitor(), unsubscribing, {
    path: '/unsubscribe/forged',
    params: { token: 'forged' },
    form: { 'List-Unsubscribe': 'One-Click' },
  });
  expect(answer).toMatchObject({ data: { dead: true }, init: { status: 404 } });
});
