import type { ActionFunctionArgs } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { submit } from '#app/action.server.ts';
import { ask, attempt, isAllowed, perform, requireAllowed, requireCaller } from '#app/door.server.ts';
import { takeFlash } from '#app/flash.server.ts';
import { shownForField } from '#app/intents.ts';
import { nameForm } from '#modules/applications/forms.ts';
import { updateApplicationDetails } from '#modules/applications/index.ts';
import { changePasswordForm, loginForm, profileForm, registerForm } from '#modules/identity/forms.ts';
import {
  login,
  myProfile,
  publishTerms,
  register,
  shownForMark,
  updatePassword,
  updateProfile,
} from '#modules/identity/index.ts';
import { fields } from '#modules/platform/fields/field.ts';
import { form } from '#modules/platform/fields/form.ts';
import { personName } from '#modules/platform/fields/kinds.ts';
import { anyone, HOUR, MINUTE, operation, person, Refusal, staff } from '#modules/platform/index.ts';
import {
  actAs,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
  registerPerson,
} from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import type { Visitor } from '#test/visitor.ts';
import { askPage, contextOf, redirectOf } from './page.ts';

const portal = await testPortal();

function argsOf(visitor: Visitor, path: string, request = new Request(`http://localhost:3000${path}`)) {
  return { request, params: {}, context: contextOf(portal, visitor) } as ActionFunctionArgs;
}

/** A form of a page that was shown for the visitor. */
async function formArgsOf(visitor: Visitor, path: string, form: Record<string, string>) {
  const caller = await visitor.caller();
  const body = new URLSearchParams(form);
  if (caller) body.set(shownForField, shownForMark(portal.keys, caller));
  return argsOf(visitor, path, new Request(`http://localhost:3000${path}`, { method: 'POST', body }));
}

/** Where a request for a page is redirected to. */
async function sentTo(work: Promise<unknown>): Promise<string | number> {
  const response = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(response instanceof Response)) throw response ?? new Error('the page was shown');
  return response.headers.get('Location') ?? response.status;
}

const onlyStaff = operation({
  name: 'test.only-staff',
  summary: 'For staff.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({}),
  run: async () => ({}),
});

test('each missing step leads to its page', async () => {
  const profile = (visitor: Visitor, path = '/user/profile?tab=1') =>
    sentTo(perform(argsOf(visitor, path), myProfile, {}));
  expect(await profile(portal.visitor())).toBe('/login?next=%2Fuser%2Fprofile%3Ftab%3D1');
  expect(await profile(portal.visitor(), '/user')).toBe('/login');

  const { visitor: registered } = await registerPerson(portal);
  expect(await profile(registered)).toBe('/register/terms?next=%2Fuser%2Fprofile%3Ftab%3D1');
  await registered.call('POST', '/user/acceptterms', { accept_terms: 'YES' });
  expect(await profile(registered)).toBe('/register/verification?next=%2Fuser%2Fprofile%3Ftab%3D1');

  const { emailaddress } = await newPerson(portal);
  const half = portal.visitor();
  await half.call('POST', '/login', { emailaddress, password: PASSWORD });
  expect(await profile(half)).toBe('/verify?next=%2Fuser%2Fprofile%3Ftab%3D1');
  expect(await profile(half, '/user')).toBe('/verify');

  const { visitor: person } = await newPersonWithoutTwoStep(portal);
  expect(await sentTo(perform(argsOf(person, '/admin'), onlyStaff, {}))).toBe('/logout');
});

test.each([
  ['a page', '/user/network?q=a', {}, '/login?next=%2Fuser%2Fnetwork%3Fq%3Da'],
  ['data of a page', '/user/network.data?q=a', {}, '/login?next=%2Fuser%2Fnetwork%3Fq%3Da'],
  [
    'a form of ours',
    '/user/network',
    { Referer: 'http://localhost:3000/user/share?x=1' },
    '/login?next=%2Fuser%2Fshare%3Fx%3D1',
  ],
  ['a form on the home page', '/user/network', { Referer: 'http://localhost:3000/user' }, '/login'],
  ['a form of another site', '/user/network', { Referer: 'http://evil.example/user/share' }, '/login'],
  ['a form of nowhere', '/user/network', { Referer: 'about' }, '/login'],
  ['a form without an address', '/user/network', { Referer: '' }, '/login'],
])('who asks for %s without a session is led back there', async (what, path, headers, to) => {
  const method = what.includes('form') ? 'POST' : 'GET';
  const request = new Request(`http://localhost:3000${path}`, { method, headers });
  const visitor = portal.visitor();
  const asked = () => sentTo(perform({ ...argsOf(visitor, path), request }, myProfile, {}));
  expect(await asked()).toBe(to);
  visitor.cookies.set('session', 'ended-long-ago');
  expect(await asked()).toBe(to === '/login' ? '/login?ended' : to.replace('?', '?ended&'));
});

test('newer terms are shown over the page, to whoever has accepted older ones', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  await portal.work('test.publish', (work) =>
    publishTerms(work, { kind: 'portal', companyId: null }, '<p>Newer terms</p>'),
  );
  const answer = await askPage(portal, visitor, (args) => perform(args, myProfile, {}), { path: '/user' });
  if (!(answer instanceof Response)) throw new Error('the page was shown');
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({
    kind: 'terms-due',
    documents: [{ of: 'portal', html: '<p>Newer terms</p>' }],
    brand: { name: 'ShieldHub' },
  });
});

test('what staff look for and do not find is their error page, not the way out', async () => {
  const { visitor } = await newStaff(portal);
  const gone = { ...onlyStaff, run: () => Promise.reject(new Refusal('not-found')) };
  expect(await sentTo(perform(argsOf(visitor, '/admin/user/1'), gone, {}))).toBe(404);
});

test.each(['failed', 'unavailable'] as const)(
  'what is %s is no answer that a page goes on with, but one that keeps what was typed',
  async (code) => {
    const failing = { ...faulty, run: () => Promise.reject(new Refusal(code)) };
    const args = argsOf(portal.visitor(), '/user/profile');
    expect(await sentTo(attempt(args, failing, {}))).toBe(code === 'failed' ? 500 : 503);
    expect(await ask(args, failing, {})).toMatchObject({ ok: false, code });
    portal.takeErrors();
  },
);

test('who has to wait reads until when in their time zone, and a program gets the seconds', async () => {
  const visitor = portal.visitor();
  visitor.cookies.set('tz', 'Asia/Tokyo');
  const args = argsOf(visitor, '/login');
  const limited = { ...faulty, run: () => Promise.reject(new Refusal('throttled', { retryAfter: 3600 })) };
  const answer = await attempt(args, limited, {});
  const at = new Date(Math.ceil((portal.clock.now().getTime() + HOUR) / MINUTE) * MINUTE);
  const time = at.toLocaleTimeString('en-US', {
    timeZone: 'Asia/Tokyo',
    hour: 'numeric',
    minute: '2-digit',
  });
  expect(answer.ok ? null : answer.refusal.text).toMatch(
    new RegExp(`^Too many attempts\\. You can try again at ${time} GMT\\+9`),
  );
  const page = await perform(args, limited, {}).catch((reason: unknown) => reason);
  expect(page instanceof Response && page.headers.get('Retry-After')).toBe('3600');
});

test('what a role is too low for is not offered, and its page is the reason', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const refuse = () => {
    throw new Refusal('role-too-low');
  };
  const access = { ...person, admit: refuse };
  const args = argsOf(visitor, '/user');
  expect(await isAllowed(args, { access: person })).toBe(true);
  expect(await isAllowed(args, { access })).toBe(false);
  expect(await sentTo(requireAllowed(args, { access }))).toBe(403);
  expect(await sentTo(requireCaller(args, access))).toBe(403);
});

test('who asks for a page of staff gets the error page when their session cannot be read', async () => {
  const args = argsOf(portal.visitor(), '/admin');
  args.context.visit = Object.assign(Object.create(args.context.visit), {
    caller: () => Promise.reject(new Error('the database is away')),
  });
  expect(await sentTo(perform(args, onlyStaff, {}))).toBe(500);
  portal.takeErrors();
});

test('staff who act as a person are led home by a page of the console, and stay that person', async () => {
  const acting = await actAs(portal, await newPersonWithoutTwoStep(portal));
  expect(await sentTo(perform(argsOf(acting, '/admin'), onlyStaff, {}))).toBe('/user');
});

test('a frame admits by itself: whoever is signed in, with all steps done', async () => {
  const { visitor, emailaddress } = await newPersonWithoutTwoStep(portal);
  expect(await requireCaller(argsOf(visitor, '/user'), person)).toMatchObject({ emailaddress });
  expect(await sentTo(requireCaller(argsOf(portal.visitor(), '/user'), person))).toBe('/login');
  expect(await sentTo(requireCaller(argsOf(visitor, '/admin'), staff))).toBe('/logout');
});

test('an attempt gives the output, or the refusal with its code; a missing step still leads to its page', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const done = await attempt(argsOf(visitor, '/user/profile'), myProfile, {});
  expect(done).toMatchObject({ ok: true, output: { profile: { locked_name_dob: false } } });

  const wrong = { newpassword: 'velvet-Harbour-4711', currentpassword: 'not-it' };
  const refused = await attempt(argsOf(visitor, '/user/profile'), updatePassword, wrong);
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'identity.password-current-wrong' } });

  const nobody = argsOf(portal.visitor(), '/user/profile');
  expect(await sentTo(attempt(nobody, updatePassword, wrong))).toContain('/login');
});

const faulty = operation({
  name: 'test.faulty',
  summary: 'Fails.',
  access: anyone,
  kind: 'read',
  input: z.object({}),
  output: z.object({}),
  run: () => Promise.reject(new Error('planted')),
});

test('a page does not continue after an internal error', async () => {
  expect(await sentTo(attempt(argsOf(portal.visitor(), '/user/profile'), faulty, {}))).toBe(500);
  expect(portal.takeErrors()).toMatchObject([{ msg: 'failed', route: 'test.faulty' }]);
});

test('a refused form keeps what was typed, but no password', async () => {
  const typed = {
    form: 'register',
    firstname: 'Nina',
    emailaddress: 'nina@example.com',
    password: 'secret-one',
    confirmpassword: 'secret-two',
  };
  const answer = await submit(await formArgsOf(portal.visitor(), '/register', typed), {
    form: registerForm,
    operation: register,
    input: ({ confirmpassword: _same, accept_terms: _agreed, ...account }) => account,
    done: () => redirect('/'),
  });
  const text = JSON.stringify(answer);
  expect(text).toContain('Nina');
  expect(text).not.toContain('secret-');
  shows('register.missing-fields', text);
});

test('passwords that differ are told at the confirmation', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const typed = { newpassword: 'velvet-Harbour-4711', confirmpassword: 'velvet-Harbour-4712' };
  const answer = await submit(await formArgsOf(visitor, '/user/profile', typed), {
    form: changePasswordForm,
    operation: updatePassword,
    input: ({ newpassword }) => ({ newpassword }),
    done: () => redirect('/'),
  });
  shows('password.mismatch', JSON.stringify(answer));
  expect(answer).toMatchObject({ init: { status: 400 } });
  expect(JSON.stringify(answer)).not.toContain('velvet');
});

test('a row that is added brings no errors: the form was not sent yet', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const typed = {
    form: 'name',
    firstname: 'Nina',
    __intent__: JSON.stringify({ type: 'insert', payload: { name: 'aliases' } }),
  };
  const answer = await submit(await formArgsOf(visitor, '/user/application/5', typed), {
    form: nameForm,
    operation: updateApplicationDetails,
    input: (profiledetails) => ({ details: { profiledetails } }),
    done: () => redirect('/'),
  });
  expect(answer).toMatchObject({
    init: { status: 200 },
    data: { initialValue: { firstname: 'Nina', aliases: [undefined] } },
  });
  expect(answer).not.toHaveProperty('data.error.dateofbirth');
});

test('a refusal stands beside its field; a postal code and a business name are no secrets', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const typed = {
    firstname: 'Nina',
    lastname: 'Okafor',
    businessname: 'Okafor Roofing',
    postalcode: '78751',
    dateofbirth: '01/01/2999',
  };
  const answer = await submit(await formArgsOf(visitor, '/user/profile', typed), {
    form: profileForm,
    operation: updateProfile,
    input: (profileobject) => ({ profileobject }),
    done: () => redirect('/'),
  });
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: {
      error: { dateofbirth: ['Enter a date before today'] },
      initialValue: { postalcode: '78751', businessname: 'Okafor Roofing' },
    },
  });
});

test('wrong credentials come back as the form’s own error', async () => {
  const typed = { emailaddress: 'nobody@example.com', password: 'wrong' };
  const answer = await submit(await formArgsOf(portal.visitor(), '/login', typed), {
    form: loginForm,
    operation: login,
    done: () => redirect('/'),
  });
  shows('login.failure', JSON.stringify(answer));
});

const nameField = form(fields({ firstname: personName('First name') }));
const refusing = (refusal: Refusal, access: typeof anyone = anyone) =>
  operation({
    name: 'test.refusing',
    summary: 'Refuses.',
    access,
    kind: 'read',
    input: z.object({ firstname: z.string() }),
    output: z.object({}),
    run: () => Promise.reject(refusal),
  });
const done = () => redirect('/done');
const gone = new Refusal('not-found');

test('a refusal of the operation is said beside its field, or for the whole form', async () => {
  const answerTo = async (refusal: Refusal) =>
    submit(await formArgsOf(portal.visitor(), '/x', { firstname: 'Nina', form: 'name' }), {
      form: nameField,
      operation: refusing(refusal),
      done,
    });
  const initialValue = { firstname: 'Nina', form: 'name' };
  const init = { status: 404 };
  expect(await answerTo(gone)).toMatchObject({ init, data: { initialValue } });
  expect(await answerTo(gone)).toHaveProperty('data.error', { '': [gone.text] });
  expect(await answerTo(new Refusal('not-found', { field: 'firstname' }))).toHaveProperty('data.error', {
    firstname: [gone.text],
  });
  const issues = { firstname: ['Enter another'] };
  expect(await answerTo(new Refusal('not-found', { field: 'firstname', issues }))).toHaveProperty(
    'data.error',
    { '': [gone.text], ...issues },
  );
});

test('a refusal after which the page has nothing to do leads on, with the reason; any other may be its own', async () => {
  const visitor = portal.visitor();
  const send = async (refusal: Refusal) =>
    submit(await formArgsOf(visitor, '/x', { firstname: 'Nina' }), {
      form: nameField,
      operation: refusing(refusal),
      done,
      refused: { 'not-found': () => '/elsewhere' },
      otherwise: ({ code }) => redirect(`/${code}`),
    });
  expect(await sentTo(send(gone))).toBe('/elsewhere');
  expect(takeFlash(visitor.visit())).toMatchObject([{ tone: 'bad', text: gone.text }]);
  expect(redirectOf(await send(new Refusal('role-too-low')))).toBe('/role-too-low');
});

test('who may not send a form is told so, also where it is filled in wrongly', async () => {
  const access: typeof anyone = {
    ...anyone,
    admit() {
      throw new Refusal('role-too-low');
    },
  };
  const sent = { form: nameField, operation: refusing(gone, access), done };
  const args = () => formArgsOf(portal.visitor(), '/x', { firstname: '' });
  const { text } = new Refusal('role-too-low');
  const answer = await submit(await args(), sent);
  expect(answer).toMatchObject({ init: { status: 403 }, data: { error: { '': [text] } } });
  const own = await submit(await args(), { ...sent, otherwise: ({ code }) => redirect(`/${code}`) });
  expect(redirectOf(own)).toBe('/role-too-low');
});
