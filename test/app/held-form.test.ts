import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs } from '@remix-run/node';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { submit } from '#app/action.server.ts';
import { attempt } from '#app/door.server.ts';
import { keepOnlyField, shownForField, shownForHeader } from '#app/intents.ts';
import { loadKept } from '#app/kept-text.server.ts';
import { action as takeInScan } from '#app/routes/admin/application-intake.tsx';
import { action as leaveStep } from '#app/routes/application/leave.tsx';
import { acceptTerms } from '#modules/enterprise/index.ts';
import { publishTerms, shownForMark } from '#modules/identity/index.ts';
import { fields } from '#modules/platform/fields/field.ts';
import { form } from '#modules/platform/fields/form.ts';
import { note, password } from '#modules/platform/fields/kinds.ts';
import { HOUR, operation, person } from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { makePdf } from '#test/factories/paper.ts';
import { giveSession, newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import type { Visitor } from '#test/visitor.ts';
import { askPage, redirectOf } from './page.ts';

/** Forms of a page that was shown for somebody else, or whose session has ended (D112). */

const portal = await testPortal();
const page = '/user/profile';
let saved: string[] = [];

const typedForm = form(
  fields({ text: note('What happened', { max: 1000 }), secret: password('Password', 'Enter it') }),
);
const longForm = form(fields({ text: note('What happened', { max: 100_000 }) }));
const save = operation({
  name: 'test.save',
  summary: 'Saves.',
  access: person,
  kind: 'staged',
  input: z.object({ text: z.string() }),
  output: z.object({}),
  async run({ caller }, { text }) {
    saved.push(`${caller.emailaddress}: ${text}`);
    return {};
  },
});
const action = (args: ActionFunctionArgs) =>
  submit(args, { form: typedForm, operation: save, input: ({ text }) => ({ text }), done: () => 'saved' });
/** A button that types nothing. */
const press = async (args: ActionFunctionArgs) => (await attempt(args, save, { text: 'pressed' })).ok;

const markOf = async (visitor: Visitor) => {
  const caller = await visitor.caller();
  return caller ? shownForMark(portal.keys, caller) : '';
};

const send = (visitor: Visitor, mark: string, more: Record<string, string> = {}) =>
  askPage(portal, visitor, action, {
    path: page,
    headers: { Referer: `${portal.config.publicUrl}${page}` },
    form: {
      form: 'story',
      text: 'It was not me',
      secret: 'velvet-Harbour-4711',
      [shownForField]: mark,
      ...more,
    },
  });

const keptFor = (visitor: Visitor) => askPage(portal, visitor, loadKept, { path: page });

test('a form of a page that was shown for another account does nothing, and gives back what was typed', async () => {
  saved = [];
  const [ann, ben] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
  const mark = await markOf(ann.visitor);
  const answer = (await send(ben.visitor, mark)) as Response;
  expect(answer.status).toBe(409);
  expect(await answer.json()).toEqual({
    kind: 'session-change',
    shown: { emailaddress: ann.emailaddress, company_name: null },
    now: { emailaddress: ben.emailaddress, company_name: null },
    typed: [{ label: 'What happened', text: 'It was not me' }],
    page,
    brand: expect.objectContaining({ name: expect.any(String) }),
  });
  expect(saved).toEqual([]);
  expect(await send(ann.visitor, mark)).toBe('saved');
  expect(saved).toEqual([`${ann.emailaddress}: It was not me`]);
});

test('a mark that is missing or made up does nothing either, and names nobody', async () => {
  saved = [];
  const { visitor, accountId } = await newPersonWithoutTwoStep(portal);
  const other = await newPersonWithoutTwoStep(portal);
  const made = Buffer.from(other.accountId.replaceAll('-', ''), 'hex').toString('base64url');
  for (const mark of ['', 'x', `${made}.AAAAAAAAAAAAAAAA`, accountId]) {
    const answer = (await send(visitor, mark)) as Response;
    expect(answer.status).toBe(409);
    const text = await answer.text();
    shows('edge.page-of-another', text);
    expect(text).not.toContain(other.emailaddress);
  }
  expect(saved).toEqual([]);
});

test('the team of another company counts as somebody else', async () => {
  const { owner } = await newCompany(portal, {});
  const mark = await markOf(owner.visitor);
  const caller = await owner.visitor.caller();
  if (!caller?.companyId) throw new Error('no company');
  const alone = shownForMark(portal.keys, { ...caller, companyId: null });
  expect(((await send(owner.visitor, alone)) as Response).status).toBe(409);
  expect(await send(owner.visitor, mark)).toBe('saved');
});

test('a button with its mark in the header is held too; one whose form was not read cannot change anything', async () => {
  const [ann, ben] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
  const headers = { [shownForHeader]: await markOf(ann.visitor) };
  await expect(askPage(portal, ben.visitor, press, { path: page, headers, form: 'x=1' })).rejects.toThrow(
    'must be read with readForm',
  );
  const read = (args: ActionFunctionArgs) =>
    submit(args, { form: form({}), operation: save, input: () => ({ text: '' }), done: () => 'saved' });
  expect(
    ((await askPage(portal, ben.visitor, read, { path: page, headers, form: 'x=1' })) as Response).status,
  ).toBe(409);
});

test('what was typed when the session had ended is kept without secrets, once, and forgotten when it is sent', async () => {
  saved = [];
  const ann = await newPersonWithoutTwoStep(portal);
  const mark = await markOf(ann.visitor);
  portal.clock.advance(HOUR);
  expect(redirectOf(await send(ann.visitor, mark))).toBe(`/login?ended&next=${encodeURIComponent(page)}`);
  expect(saved).toEqual([]);
  await giveSession(ann.visitor, ann.emailaddress);
  expect(await keptFor(ann.visitor)).toEqual({ page, forms: { story: { text: 'It was not me' } } });
  expect(await send(ann.visitor, await markOf(ann.visitor))).toBe('saved');
  expect(await keptFor(ann.visitor)).toBeNull();
});

test('a text of almost 50 kB is kept, although a browser sends each of its marks as three bytes', async () => {
  const ann = await newPersonWithoutTwoStep(portal);
  const mark = await markOf(ann.visitor);
  portal.clock.advance(HOUR);
  const text = '<b>é</b>'.repeat(5_400);
  const typed = { form: 'story', text, [shownForField]: mark };
  const length = new URLSearchParams(typed).toString().length;
  expect(length).toBeGreaterThan(100_000);
  const action = (args: ActionFunctionArgs) =>
    submit(args, { form: longForm, operation: save, input: ({ text }) => ({ text }), done: () => 'saved' });
  await askPage(portal, ann.visitor, action, {
    path: page,
    headers: { Referer: `${portal.config.publicUrl}${page}`, 'Content-Length': String(length) },
    form: typed,
  });
  await giveSession(ann.visitor, ann.emailaddress);
  expect(await keptFor(ann.visitor)).toEqual({ page, forms: { story: { text } } });
});

test('forms of one path with different queries are not mixed up', async () => {
  const ann = await newPersonWithoutTwoStep(portal);
  const mark = await markOf(ann.visitor);
  const long = Array.from({ length: 20 }, (_, at) => `selected=connection-number-${at}`).join('&');
  const queries = ['?applicationid=one', '?applicationid=two', `?${long}`, ''];
  portal.clock.advance(HOUR);
  for (const query of queries) {
    await askPage(portal, ann.visitor, leaveStep, {
      path: '/user/application/leave?step=2&to=back',
      headers: { Referer: `${portal.config.publicUrl}/user/application/2${query}` },
      form: { form: 'name', firstname: `Ann${query.slice(0, 20)}`, [shownForField]: mark },
    });
  }
  await giveSession(ann.visitor, ann.emailaddress);
  for (const query of queries) {
    const at = `/user/application/2${query}`;
    const data = `/user/application/2.data${query}${query ? '&' : '?'}_routes=root`;
    for (const path of [at, data]) {
      expect(await askPage(portal, ann.visitor, loadKept, { path })).toEqual({
        page: at,
        forms: { name: { firstname: `Ann${query.slice(0, 20)}` } },
      });
    }
  }
});

test('the script of a page has what was typed kept without sending it, whoever is logged in', async () => {
  saved = [];
  const ann = await newPersonWithoutTwoStep(portal);
  const mark = await markOf(ann.visitor);
  await send(ann.visitor, mark, { [keepOnlyField]: 'YES' });
  expect(saved).toEqual([]);
  expect(await keptFor(ann.visitor)).toMatchObject({ forms: { story: { text: 'It was not me' } } });
});

test('a step that is saved by itself keeps what was typed as well', async () => {
  const ann = await newPersonWithoutTwoStep(portal);
  const mark = await markOf(ann.visitor);
  portal.clock.advance(HOUR);
  const at = '/user/application/2';
  const answer = await askPage(portal, ann.visitor, leaveStep, {
    path: '/user/application/leave?step=2&to=back',
    headers: { Referer: `${portal.config.publicUrl}${at}` },
    form: { form: 'name', firstname: 'Ann', [shownForField]: mark },
  });
  expect(redirectOf(answer)).toMatch(/^\/login\?ended/);
  await giveSession(ann.visitor, ann.emailaddress);
  expect(await askPage(portal, ann.visitor, loadKept, { path: at })).toMatchObject({
    forms: { name: { firstname: 'Ann' } },
  });
});

test('what staff typed beside a scan is kept over new terms, with or without the scan', async () => {
  const { visitor } = await newStaff(portal);
  const applicationid = randomUUID();
  const path = `/admin/application/${applicationid}/intake`;
  const headers = { Referer: `${portal.config.publicUrl}${path}` };
  const scan = new File([Uint8Array.from(await makePdf())], 'scan.pdf', { type: 'application/pdf' });
  for (const [received, files] of Object.entries({ '2026-10-29': [], '2026-10-30': [scan] })) {
    await portal.work('test.publish', (work) =>
      publishTerms(work, { kind: 'portal', companyId: null }, `<p>From ${received}</p>`),
    );
    const form = new FormData();
    for (const file of files) form.append('package', file);
    const texts = { form: 'intake', received, [shownForField]: await markOf(visitor) };
    for (const [name, value] of Object.entries(texts)) form.append(name, value);
    const asked = { path, params: { applicationid }, headers, form };
    expect(await ((await askPage(portal, visitor, takeInScan, asked)) as Response).json()).toMatchObject({
      kind: 'terms-due',
    });
    await visitor.perform(acceptTerms, { accept_terms: 'YES' });
    expect(await askPage(portal, visitor, loadKept, { path })).toMatchObject({
      forms: { intake: { received } },
    });
  }
});
