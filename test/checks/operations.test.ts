import { describe, expect, test } from 'vitest';
import { type AnyOperation, actors, Refusal } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';
import { admittedBy } from './access.ts';
import { makeActors } from './actors.ts';
import { validInput } from './inputs.ts';
import { lineOf, listedOperations, operations } from './operation-list.ts';
import { isSelected } from './selected-areas.ts';
import { expectUnchanged } from './unchanged.ts';

const portal = await testPortal();
const { visitors } = await makeActors(portal);

test('the modules let out operations', () => {
  expect(operations.length).toBeGreaterThan(50);
  expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
});

test('every operation is listed with its access, kind, throttle and calls, and none else', () => {
  const listed = listedOperations();
  const wrong = operations.flatMap((operation) => {
    const line = lineOf(operation);
    const found = listed.get(operation.name);
    listed.delete(operation.name);
    if (found === line) return [];
    return [found ? `change the line to: ${line}` : `add the line: ${line}`];
  });
  wrong.push(...[...listed.keys()].map((name) => `remove the line of ${name}: no module has it`));
  expect(wrong, 'test/checks/operations.tsv, if the change is meant').toEqual([]);
});

test('every operation admits whom its rule of access is for', () => {
  const wrong = operations.flatMap(({ name, access: { name: rule, admits } }) => {
    const meant = admittedBy(rule);
    return admits.join() === meant.join()
      ? []
      : [`${name}, ${rule}: ${admits.join()} instead of ${meant.join()}`];
  });
  expect(wrong, 'test/checks/access.ts says whom a rule is for').toEqual([]);
});

const statuses = [401, 403, 404];

const asked = operations.filter(isSelected);

async function expectTurnedAway(operation: AnyOperation): Promise<void> {
  const input = validInput(operation.input);
  const { access, inPersonOnly } = operation;
  const refused = actors.filter(
    (each) => !access.admits.includes(each) || (inPersonOnly && each === 'staff-as-user'),
  );
  for (const actor of refused) {
    const refusal = await visitors[actor].perform(operation, input).catch((error: unknown) => error);
    expect(refusal, actor).toBeInstanceOf(Refusal);
    expect(statuses, `${actor}: ${(refusal as Refusal).code}`).toContain((refusal as Refusal).status);
  }
}

describe('whoever is turned away changes no row', () => {
  const unchanged = expectUnchanged(portal);

  test.each(asked)('$name turns away whom $access.name does not admit', (operation) =>
    unchanged(operation.name, () => expectTurnedAway(operation)),
  );
});

test.each(asked.filter(({ access }) => !access.admits.includes('anonymous') && access.scope === undefined))(
  '$name asks for a session',
  async (operation) => {
    await expect(visitors.anonymous.perform(operation, {})).rejects.toMatchObject({ code: 'no-session' });
  },
);

/**
 * Operations that need no session, each of them reviewed: sign-in and registration, or those that need a code, token or
 * signature instead.
 */
const openToAll = [
  'identity.ask-limit-by-address',
  'identity.confirm-mail-choice',
  'identity.get-mail-choice',
  'applications.download-report-from-code',
  'applications.get-application-from-code',
  'applications.get-approval-end',
  'applications.prove-approval',
  'applications.read-report',
  'applications.receive-cra-callback',
  'applications.receive-verification-callback',
  'applications.save-accept-from-code',
  'applications.score-approval',
  'enterprise.ask-support',
  'enterprise.get-branding',
  'enterprise.get-host-terms',
  'enterprise.get-legal-text',
  'identity.check-hand-off',
  'identity.redeem-hand-off',
  'enterprise.get-support',
  'enterprise.record-vitals',
  'identity.check-email',
  'identity.check-recovery-link',
  'identity.check-registration-link',
  'identity.check-unsubscribe',
  'identity.forgot-new-password',
  'identity.forgot-password',
  'identity.forgot-password-verify',
  'identity.get-mail-preferences',
  'identity.get-recovery',
  'identity.get-undo',
  'identity.keep-text',
  'identity.may-keep-text',
  'identity.login',
  'identity.logout',
  'identity.rate-password',
  'identity.receive-mail-event',
  'identity.register',
  'identity.sign-in-by-passkey',
  'identity.start-passkey-sign-in',
  'identity.undo-change',
  'identity.unsubscribe',
  'identity.update-mail-preferences',
  'network.accept-pending-invites',
  'network.check-stop-link',
  'network.get-invited',
  'network.get-link',
  'network.ignore-pending-invite',
  'network.list-pending-invites',
  'network.open-link',
  'network.prove-pending-invites',
  'network.receive-text',
  'network.stop-sharing',
  'network.turn-off-pending-preferences',
  'network.view-shared-score',
  'purchasing.receive-payment-event',
];

test('no operation is open to everybody that was not meant to be', () => {
  const open = operations.filter(({ access }) => access.admits.includes('anonymous')).map(({ name }) => name);
  const faults = [
    ...open
      .filter((name) => !openToAll.includes(name))
      .map(
        (name) => `${name} asks for no session: give it another access, or add it to openToAll in this file`,
      ),
    ...openToAll
      .filter((name) => !open.includes(name))
      .map((name) => `${name} asks for a session now: take it out of openToAll in this file`),
  ];
  expect(faults).toEqual([]);
});

test('a read changes nothing that a write must', () => {
  for (const { name, kind, inPersonOnly } of operations) {
    if (kind === 'read')
      expect(
        Boolean(inPersonOnly),
        `${name}: take inPersonOnly out, a read is allowed in an admin session`,
      ).toBe(false);
  }
});
