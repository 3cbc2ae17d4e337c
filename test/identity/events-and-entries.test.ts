import { expect, test } from 'vitest';
import { changeAccountStatus, sendForgotPassword, startUserSession } from '#modules/admin/index.ts';
import {
  accountDisabled,
  accountRestored,
  accountVerified,
  addressUnreachable,
  askDeletion,
  askExport,
  askLimit,
  confirmEmailChange,
  correctIdentity,
  downloadExport,
  endOneSession,
  endOtherSessions,
  getMyRequests,
  getSsnForScreening,
  handOverLegalName,
  handOverSsn,
  keepLegalName,
  listSessions,
  lockNameAndBirth,
  login,
  logout,
  makeRecoveryCodes,
  manageTwoStep,
  personChanged,
  recallDeletion,
  removePhoto,
  resendEmailChange,
  revealSsnOf,
  saveIdentityDetails,
  startEmailChange,
  suppressAddress,
  undoChange,
  updatePassword,
  updatePreferences,
  updateProfile,
  useRecoveryCode,
} from '#modules/identity/index.ts';
import { DAY, listAudit, MINUTE, staffAlertRaised, staffAlertSettled } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { hearEvents } from '#test/factories/heard-events.ts';
import { newestCode, newPerson, newStaff, type Registered } from '#test/factories/people.ts';
import { addMethod, atSecondStep, newAddress } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';

/** What each act writes in the audit log about the person, and which events the modules above hear. */

const portal = await testPortal();
const heard = {
  'account-disabled': hearEvents(portal, accountDisabled),
  'account-restored': hearEvents(portal, accountRestored),
  'account-verified': hearEvents(portal, accountVerified),
  'address-unreachable': hearEvents(portal, addressUnreachable),
  'alert-raised': hearEvents(portal, staffAlertRaised),
  'alert-settled': hearEvents(portal, staffAlertSettled),
  'person-changed': hearEvents(portal, personChanged),
};

const NEW = 'velvet-Harbour-4711';
const names = { firstname: 'Ann', middlename: '', lastname: 'Lee', namesuffix: '' };
const inside = <T>(run: Parameters<typeof portal.work<T>>[1]) => portal.work('test.act', run);

async function undoToken(address: string): Promise<string> {
  await portal.runJobs();
  const links = (await listOutbox(portal.db, { to: address })).flatMap((mail) => mail.links);
  return links.find((link) => link.includes('/undo/'))?.split('/undo/')[1] ?? '';
}

async function changeAddress({ visitor }: Registered): Promise<void> {
  const emailaddress = newAddress();
  await visitor.perform(startEmailChange, { emailaddress });
  await visitor.perform(confirmEmailChange, { code: await newestCode(portal, emailaddress) });
}

async function copyOf({ visitor }: Registered): Promise<string> {
  await visitor.perform(askExport, {});
  await portal.runJobs();
  return (await visitor.perform(getMyRequests, {})).requests[0]?.id ?? '';
}

async function withSsn({ accountId }: Registered): Promise<void> {
  await inside((work) => saveIdentityDetails(work, accountId, { ssn: '900-00-0001' }));
}

const nothing = async () => {};
/** Something that a person, staff or the portal does; `before` prepares it. */
const acts: [
  what: string,
  before: (person: Registered) => Promise<unknown>,
  act: (person: Registered) => Promise<unknown>,
  audited: string[],
  events: string[],
][] = [
  ['logs out', nothing, ({ visitor }) => visitor.perform(logout, {}), ['session-ended'], []],
  [
    'ends one session',
    nothing,
    async ({ visitor }) => {
      const [session] = (await visitor.perform(listSessions, {})).sessions;
      await visitor.perform(endOneSession, { id: session?.id ?? '' });
    },
    ['other-sessions-ended'],
    [],
  ],
  [
    'ends the other sessions',
    nothing,
    ({ visitor }) => visitor.perform(endOtherSessions, {}),
    ['other-sessions-ended'],
    [],
  ],
  [
    'enters a wrong password',
    nothing,
    ({ emailaddress }) =>
      portal
        .visitor()
        .perform(login, { emailaddress, password: 'wrong' })
        .catch(() => undefined),
    ['sign-in-refused'],
    [],
  ],
  [
    'uses a recovery code',
    nothing,
    async (person) => {
      const [recoverycode = ''] = (await person.visitor.perform(makeRecoveryCodes, {})).codes;
      await (await atSecondStep(portal, person)).perform(useRecoveryCode, { recoverycode });
    },
    ['recovery-code-used', 'recovery-codes-made', 'second-step-passed', 'session-opened'],
    [],
  ],
  [
    'begins another address twice',
    nothing,
    async ({ visitor }) => {
      await visitor.perform(startEmailChange, { emailaddress: newAddress() });
      portal.clock.advance(MINUTE);
      await visitor.perform(resendEmailChange, {});
    },
    ['email-change-started', 'email-change-started'],
    [],
  ],
  [
    'changes the address',
    nothing,
    changeAddress,
    ['email-change-started', 'email-changed'],
    ['person-changed'],
  ],
  [
    'undoes another address',
    changeAddress,
    async ({ emailaddress }) =>
      portal.visitor().perform(undoChange, { token: await undoToken(emailaddress) }),
    ['change-undone'],
    ['person-changed'],
  ],
  [
    'undoes another password',
    ({ visitor }) => visitor.perform(updatePassword, { newpassword: NEW }),
    async ({ emailaddress }) =>
      portal.visitor().perform(undoChange, { token: await undoToken(emailaddress) }),
    ['change-undone'],
    [],
  ],
  [
    'copies a method to the profile',
    nothing,
    async (person) => {
      const id = await addMethod(portal, person, 'EMAIL', newAddress());
      await person.visitor.perform(manageTwoStep, { copytoprofile: { id } });
    },
    ['method-added', 'method-copied', 'method-started'],
    ['person-changed'],
  ],
  [
    'saves the profile',
    nothing,
    ({ visitor }) => visitor.perform(updateProfile, { profileobject: { city: 'Austin' } }),
    ['profile-changed'],
    ['person-changed'],
  ],
  [
    'saves the profile as it is',
    nothing,
    ({ visitor }) => visitor.perform(updateProfile, { profileobject: { firstname: 'Pat' } }),
    [],
    [],
  ],
  [
    'turns a switch',
    nothing,
    ({ visitor }) => visitor.perform(updatePreferences, { network_searchresults: 'YES' }),
    ['preferences-saved'],
    ['person-changed'],
  ],
  [
    'leaves the switches as they are',
    nothing,
    ({ visitor }) => visitor.perform(updatePreferences, { network_searchresults: 'NO' }),
    [],
    [],
  ],
  [
    'turns a switch while clean scores are accepted',
    ({ visitor }) => visitor.perform(updatePreferences, { shieldscore_clean_autoaccept: 'YES' }),
    ({ visitor }) =>
      visitor.perform(updatePreferences, {
        shieldscore_clean_autoaccept: 'YES',
        network_searchresults: 'YES',
      }),
    ['preferences-saved'],
    ['person-changed'],
  ],
  ['removes no photo', nothing, ({ visitor }) => visitor.perform(removePhoto, {}), [], []],
  [
    'asks to limit the use of the data',
    nothing,
    ({ visitor }) => visitor.perform(askLimit, { message: '' }),
    ['privacy-asked'],
    ['alert-raised'],
  ],
  [
    'gets a copy of the data',
    nothing,
    copyOf,
    ['export-built', 'privacy-asked'],
    ['alert-raised', 'alert-settled'],
  ],
  [
    'fetches a copy of the data',
    copyOf,
    async ({ visitor }) => {
      const id = (await visitor.perform(getMyRequests, {})).requests[0]?.id ?? '';
      await (await visitor.perform(downloadExport, { id })).zip.close();
    },
    ['export-downloaded'],
    [],
  ],
  [
    'takes a deletion back',
    ({ visitor }) => visitor.perform(askDeletion, {}),
    ({ visitor }) => visitor.perform(recallDeletion, {}),
    ['deletion-recalled'],
    ['alert-settled'],
  ],
  [
    'is deleted',
    ({ visitor }) => visitor.perform(askDeletion, {}),
    async () => {
      portal.clock.advance(30 * DAY);
      await portal.runSchedule('identity.sweep');
    },
    ['account-disabled', 'person-erased'],
    ['account-disabled', 'alert-settled'],
  ],
  [
    'submits an application with other details',
    nothing,
    ({ accountId }) => inside((work) => saveIdentityDetails(work, accountId, { city: 'Waco' })),
    ['details-saved'],
    ['person-changed'],
  ],
  [
    'has name and birth proven that differ',
    nothing,
    ({ accountId }) =>
      inside((work) => lockNameAndBirth(work, accountId, { ...names, dateofbirth: '1985-04-12' })),
    ['profile-changed'],
    ['person-changed'],
  ],
  [
    'has a legal name proven',
    nothing,
    ({ accountId }) => inside((work) => keepLegalName(work, accountId, names, 'staff')),
    ['legal-name-kept'],
    ['person-changed'],
  ],
  [
    'has the proven name corrected by staff',
    ({ accountId }) => inside((work) => keepLegalName(work, accountId, names, 'staff')),
    ({ accountId }) =>
      inside((work) => correctIdentity(work, accountId, { ...names, dateofbirth: '1985-04-12' })),
    ['legal-name-kept'],
    ['person-changed', 'person-changed'],
  ],
  [
    'gets the proven name of the other account',
    nothing,
    async ({ accountId: to }) => {
      const { accountId: from } = await newPerson(portal);
      await inside((work) => keepLegalName(work, from, names, 'staff'));
      for (const list of Object.values(heard)) list.length = 0;
      await inside((work) => handOverLegalName(work, { from, to }));
    },
    ['legal-name-kept'],
    ['person-changed'],
  ],
  [
    'is screened',
    withSsn,
    ({ accountId }) => inside((work) => getSsnForScreening(work, accountId)),
    ['ssn-read'],
    [],
  ],
  [
    'has the SSN revealed',
    withSsn,
    ({ accountId }) => inside((work) => revealSsnOf(work, accountId, 'The agency asks')),
    ['ssn-revealed'],
    [],
  ],
  [
    'gives the SSN to the other account',
    withSsn,
    async ({ accountId: from }) => {
      const { accountId: to } = await newPerson(portal);
      await inside((work) => handOverSsn(work, { from, to, leave: false }));
    },
    ['ssn-handed-over'],
    ['account-verified'],
  ],
  [
    'gets a link to a new password from staff',
    nothing,
    async ({ accountId: userid }) => {
      const staff = await newStaff(portal);
      await staff.visitor.perform(sendForgotPassword, { userid });
    },
    ['password-reset-sent'],
    [],
  ],
  [
    'is entered by staff',
    nothing,
    async ({ accountId: userid }) => {
      const staff = await newStaff(portal);
      await staff.visitor.perform(startUserSession, { userid, reason: 'A switch that jumps back' });
    },
    ['staff-session-started'],
    [],
  ],
  [
    'is disabled and restored',
    nothing,
    async ({ accountId: userid }) => {
      const staff = await newStaff(portal);
      for (const active of ['NO', 'NO', 'YES'] as const)
        await staff.visitor.perform(changeAccountStatus, { userid, active });
    },
    ['account-disabled', 'account-enabled'],
    ['account-disabled', 'account-restored'],
  ],
  [
    'has no mailbox any more',
    nothing,
    async ({ emailaddress }) => {
      for (let turn = 0; turn < 2; turn += 1) await suppressAddress(portal, emailaddress, 'no-such-mailbox');
    },
    ['address-suppressed'],
    ['address-unreachable'],
  ],
];

test.each(acts)('a person who %s', async (_what, before, act, audited, events) => {
  const person = await newPerson(portal);
  await before(person);
  const entriesOf = async () =>
    (await listAudit(portal.db, portal.keys, { about: person.accountId, limit: 100 })).entries;
  const earlier = (await entriesOf()).length;
  for (const list of Object.values(heard)) list.length = 0;
  await act(person);
  const entries = (await entriesOf()).slice(0, -earlier);
  const actions = entries.map(({ action }) => action).filter((action) => action.startsWith('identity.'));
  expect(actions.sort()).toEqual(audited.map((action) => `identity.${action}`));
  expect(Object.entries(heard).flatMap(([event, list]) => list.map(() => event))).toEqual(events);
});
