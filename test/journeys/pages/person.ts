import { openDispute, switchLinking } from '#modules/applications/index.ts';
import {
  addPasskey,
  listPasskeys,
  manageTwoStep,
  recordAccess,
  startEmailChange,
  startPasskey,
} from '#modules/identity/index.ts';
import { makeShareLink, newInvite } from '#modules/network/index.ts';
import { acceptResult, payFor, submit } from '#test/factories/applicants.ts';
import { Authenticator } from '#test/factories/authenticator.ts';
import { askForBlock } from '#test/factories/blocks.ts';
import { newCompany, newScoredPerson } from '#test/factories/network.ts';
import { actAs, newPerson, newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { addApp, addMethod, newAddress } from '#test/factories/two-step-methods.ts';
import { group, openFirstMenu, pressed } from './look.ts';

const security = '/user/profile/security';

export const account = group(
  'the pages of an account',
  async ({ operations }) => {
    const fresh = await newPerson(operations);
    const member = await newPerson(operations, { businessname: 'Whitfield Electrical' });
    const { visitor } = member;
    const method = await addMethod(operations, member, 'EMAIL', newAddress());
    await addApp(operations, member);
    const { id: pending } = await visitor.perform(manageTwoStep, {
      startmethod: { contact_method: 'EMAIL', contact_value: newAddress() },
    });
    const { options } = await visitor.perform(startPasskey, {});
    const answer = new Authenticator(operations.config.publicUrl).make(options);
    await visitor.perform(addPasskey, { name: 'My phone', answer });
    const { passkeys } = await visitor.perform(listPasskeys, {});
    await visitor.perform(startEmailChange, { emailaddress: newAddress() });
    await operations.work('journeys.linking', (work) => switchLinking(work, true));
    return { fresh, member, method, pending, passkey: passkeys[0]?.id, operations };
  },
  [
    { route: 'user', path: '/user?gettingstarted', as: ({ fresh }) => fresh.visitor },
    { route: 'user', path: '/user?starttour=1', act: (page) => page.getByRole('dialog').waitFor() },
    { route: 'user/seen', path: '/user/seen' },
    { route: 'user/releasenotes', path: '/user/releasenotes' },
    { route: 'user/purchasepreferences', path: '/user/purchasepreferences' },
    { route: 'user/profile/security', path: security },
    { route: 'user/profile/security/recoverycodes', path: `${security}/recoverycodes` },
    {
      route: 'user/profile/security/recoverycodes',
      path: `${security}/recoverycodes`,
      act: pressed('Create codes', 'I’ve saved them'),
    },
    { route: 'user/profile', path: '/user/profile', as: ({ member }) => member.visitor },
    { route: 'user/profile/link', path: '/user/profile/link' },
    { route: 'user/profile/email', path: '/user/profile/email' },
    { route: 'user/profile/emailcode', path: '/user/profile/emailcode' },
    { route: 'user/profile/security', path: security },
    { route: 'user/profile/security', path: security, act: openFirstMenu },
    {
      route: 'user/profile/security',
      path: security,
      act: pressed('Change password', /Enter your new password|required|Enter/),
    },
    ...['email', 'text', 'app'].map((kind) => ({
      route: 'user/profile/security/add/:kind',
      path: `${security}/add/${kind}`,
    })),
    {
      route: 'user/profile/security/code/:methodid',
      path: ({ pending }) => `${security}/code/${pending}`,
    },
    {
      route: 'user/profile/security/change/:change/:methodid?',
      path: ({ method }) => `${security}/change/remove/${method}`,
    },
    { route: 'user/profile/security/change/:change/:methodid?', path: `${security}/change/off` },
    { route: 'user/profile/security/passkeys/add', path: `${security}/passkeys/add` },
    {
      route: 'user/profile/security/passkeys/:passkeyid/:passkeychange',
      path: ({ passkey }) => `${security}/passkeys/${passkey}/rename`,
    },
    {
      route: 'user/profile/security/passkeys/:passkeyid/:passkeychange',
      path: ({ passkey }) => `${security}/passkeys/${passkey}/remove`,
    },
    { route: 'user/profile/privacy', path: '/user/profile/privacy' },
    { route: 'user/profile/privacy/export', path: '/user/profile/privacy/export' },
    { route: 'user/profile/privacy/delete', path: '/user/profile/privacy/delete' },
    { route: 'limitpersonaldata', path: '/limitpersonaldata' },
    { route: 'user/profile/accounting', path: '/user/profile/accounting' },
  ],
);

export const score = group(
  'the pages of who has a score',
  async ({ operations }) => {
    const person = await newScoredPerson(operations, { firstname: 'Lena', lastname: 'Ortiz', score: 'IC02' });
    const host = await newCompany(operations, { company_name: 'Cedar Framing' });
    const { inviteid } = await host.owner.visitor.perform(newInvite, { touser: person.accountId });
    const { linkid } = await person.visitor.perform(makeShareLink, { label: 'Elm Street job', days: '7' });
    const viewer = await newPersonWithoutTwoStep(operations, { firstname: 'Victor' });
    await operations.work('journeys.see', (work) =>
      recordAccess(work, {
        personId: person.accountId,
        viewerAccountId: viewer.accountId,
        viewerCompanyId: null,
        kind: 'report',
      }),
    );
    const expired = await newScoredPerson(operations, { days: -3 });
    return { person, expired, inviteid, linkid, actor: await actAs(operations, viewer) };
  },
  [
    { route: 'user', path: '/user', as: ({ person }) => person.visitor },
    { route: 'user/invitations/:inviteid/accept', path: (w) => `/user/invitations/${w.inviteid}/accept` },
    { route: 'user/invitations/:inviteid/ignore', path: (w) => `/user/invitations/${w.inviteid}/ignore` },
    { route: 'user/profile', path: '/user/profile' },
    { route: 'user/seen', path: '/user/seen' },
    { route: 'user/share', path: '/user/share' },
    { route: 'user/share/new', path: '/user/share/new' },
    { route: 'user/share/link/:linkid', path: ({ linkid }) => `/user/share/link/${linkid}` },
    { route: 'user/share/revoke/:linkid', path: ({ linkid }) => `/user/share/revoke/${linkid}` },
    { route: 'user', path: '/user', as: ({ expired }) => expired.visitor },
    { route: 'user/purchase/purchasealerts', path: '/user/purchase/purchasealerts' },
    { route: 'user', path: '/user', as: ({ actor }) => actor },
    { route: 'user/share', path: '/user/share' },
  ],
);

export const disputes = group(
  'the pages of a dispute',
  async ({ operations, outbox }) => {
    const scored = async () => {
      const registered = await newPerson(operations);
      const person = { ...registered, applicationId: await payFor(operations, registered.accountId) };
      await submit(person, '900-00-0004');
      return person;
    };
    const person = await scored();
    await outbox.wait(person.emailaddress, /is ready for your review/);
    await acceptResult(person);
    return { person, applicationid: person.applicationId };
  },
  [
    {
      route: 'user/disputes/new',
      path: ({ applicationid }) => `/user/disputes/new?applicationid=${applicationid}`,
      as: ({ person }) => person.visitor,
    },
    {
      route: 'user/disputes/identity-theft',
      path: ({ applicationid }) => `/user/disputes/identity-theft?applicationid=${applicationid}`,
    },
    {
      route: 'user/disputes/:disputeid',
      async path({ person, applicationid }) {
        const wrong = { applicationid, errortext: 'That is not mine', items: [] };
        const { disputeid } = await person.visitor.perform(openDispute, wrong);
        return `/user/disputes/${disputeid}`;
      },
    },
    {
      route: 'user/disputes/:disputeid/withdraw',
      async path({ person }) {
        const { disputeid } = await askForBlock(person);
        return `/user/disputes/${disputeid}/withdraw`;
      },
    },
    { route: 'user', path: '/user' },
  ],
);
