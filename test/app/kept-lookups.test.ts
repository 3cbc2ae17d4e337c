import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shownForField } from '#app/intents.ts';
import { loadKept } from '#app/kept-text.server.ts';
import { action as decideOnPaper } from '#app/routes/admin/application.tsx';
import { applicationIntents } from '#app/routes/admin/application-intents.ts';
import { logoIntents } from '#app/routes/admin/branding-intents.ts';
import { action as setBulkLimit } from '#app/routes/admin/company-bulk-limit.tsx';
import { action as holdCompany } from '#app/routes/admin/company-hold.tsx';
import { action as changeLogo } from '#app/routes/admin/company-logo.tsx';
import { action as switchOwner } from '#app/routes/admin/company-owner.tsx';
import { action as noteAlert } from '#app/routes/admin/pipeline/note.tsx';
import { action as holdPerson } from '#app/routes/admin/user-hold.tsx';
import { action as uploadBulk } from '#app/routes/bulk/page.tsx';
import { action as addMethod } from '#app/routes/security/add-method.tsx';
import { action as changePasskey } from '#app/routes/security/change-passkey.tsx';
import { action as changeRole } from '#app/routes/team/role.tsx';
import { shownForMark } from '#modules/identity/index.ts';
import { HOUR } from '#modules/platform/index.ts';
import { giveSession, newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { type AskedHandler, askPage, redirectOf } from './page.ts';

/** Forms whose page looks something up before it can act on them: what was typed is kept all the same (D112). */

const portal = await testPortal();
const id = randomUUID();

type Case = [who: string, path: string, action: AskedHandler, typed: Record<string, string>];

const record = `/admin/user/${id}`;
const cases: Case[] = [
  ['staff', `${record}/hold`, holdPerson, { form: 'hold', reason: 'A court asks for it' }],
  ['staff', `${record}/enterprise/hold`, holdCompany, { form: 'hold', reason: 'A court asks for it' }],
  ['staff', `${record}/enterprise/bulk/limit`, setBulkLimit, { form: 'limit', daily_rows: '5000' }],
  [
    'staff',
    `${record}/enterprise/team/member/${id}/owner`,
    switchOwner,
    { form: 'owner', reason: 'They asked' },
  ],
  ['staff', `${record}/enterprise/team/member/${id}`, changeRole, { form: 'role', role: 'viewer' }],
  ['staff', `/admin/pipeline/${id}/note`, noteAlert, { form: 'note', note: 'Called them twice' }],
  ['staff', `/admin/application/${id}`, decideOnPaper, { form: 'note', note: 'Called them twice' }],
  ['person', '/user/profile/security/add/email', addMethod, { form: 'add', contact_value: 'me@example.com' }],
  ['person', '/user/profile/security/add/text', addMethod, { form: 'add', contact_value: '(512) 555-0142' }],
  [
    'person',
    `/user/profile/security/passkeys/${id}/rename`,
    changePasskey,
    { form: 'change-passkey', name: 'My phone' },
  ],
];

function paramsOf(path: string): Record<string, string> {
  return {
    userid: id,
    memberid: id,
    alertid: id,
    applicationid: id,
    kind: path.slice(path.lastIndexOf('/') + 1),
    passkeyid: id,
    passkeychange: 'rename',
    ...(path.startsWith('/user') ? { userid: undefined } : {}),
  } as Record<string, string>;
}

test.each(cases)(
  'what %s typed at %s is kept when the session has ended',
  async (who, path, action, typed) => {
    const sender = who === 'staff' ? await newStaff(portal) : await newPersonWithoutTwoStep(portal);
    const { visitor, emailaddress } = sender;
    const caller = await visitor.caller();
    if (!caller) throw new Error('no session');
    const { form, ...texts } = typed;
    const intent: Record<string, string> =
      action === decideOnPaper ? { intent: applicationIntents.note } : {};
    portal.clock.advance(HOUR);
    const answer = await askPage(portal, visitor, action, {
      path,
      params: paramsOf(path),
      headers: { Referer: `${portal.config.publicUrl}${path}` },
      form: { ...typed, ...intent, [shownForField]: shownForMark(portal.keys, caller) },
    });
    expect(redirectOf(answer)).toMatch(/^\/login\?ended/);
    await giveSession(visitor, emailaddress);
    expect(await askPage(portal, visitor, loadKept, { path })).toMatchObject({
      forms: { [form ?? '']: texts },
    });
  },
);

const files: [form: string, path: string, action: AskedHandler, field: string][] = [
  ['bulk', `${record}/enterprise/bulk`, uploadBulk, 'file'],
  ['logo', `${record}/enterprise/logo`, changeLogo, 'logo'],
];

test.each(files)(
  'that staff sent the form %s with a file at %s is remembered',
  async (form, path, action, field) => {
    const { visitor, emailaddress } = await newStaff(portal);
    const caller = await visitor.caller();
    if (!caller) throw new Error('no session');
    const sent = new FormData();
    sent.set('form', form);
    if (action === changeLogo) sent.set('intent', logoIntents.upload);
    sent.set(shownForField, shownForMark(portal.keys, caller));
    sent.set(field, new File(['Email'], 'chosen'));
    portal.clock.advance(HOUR);
    const answer = await askPage(portal, visitor, action, {
      path,
      params: paramsOf(path),
      headers: { Referer: `${portal.config.publicUrl}${path}` },
      form: sent,
    });
    expect(redirectOf(answer)).toMatch(/^\/login\?ended/);
    await giveSession(visitor, emailaddress);
    expect(await askPage(portal, visitor, loadKept, { path })).toMatchObject({ forms: { [form]: {} } });
  },
);

test('an address that no page has is refused, whatever was sent to it', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const path = '/user/profile/security/add/constructor';
  const params = { kind: 'constructor' };
  expect(await askPage(portal, visitor, addMethod, { path, params, form: { form: 'add' } })).toMatchObject({
    status: 404,
  });
});
