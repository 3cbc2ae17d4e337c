import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as applications from '#modules/applications/index.ts';
import * as enterprise from '#modules/enterprise/index.ts';
import * as identity from '#modules/identity/index.ts';
import * as network from '#modules/network/index.ts';
import {
  type Actor,
  type AnyOperation,
  anyone,
  HOUR,
  hashToken,
  newToken,
  operation,
  person,
  Refusal,
  sql,
} from '#modules/platform/index.ts';
import * as purchasing from '#modules/purchasing/index.ts';
import { theftReport } from '#test/factories/blocks.ts';
import { testPortal } from '#test/portal.ts';
import { makeActors } from './actors.ts';
import { declarationOf } from './declaration-of.ts';
import { fieldsWithIds, schemaOf, validInput, withField } from './inputs.ts';
import { listAllIds, listIds, makeOtherTenant } from './other-tenant.ts';
import { isSelected } from './selected-areas.ts';
import { expectUnchanged } from './unchanged.ts';

/** Passes the ids of rows of other people and companies to every operation that takes an id. */

const portal = await testPortal();
await makeOtherTenant(portal);
const foreign = await listAllIds(portal);
const foreignIds = Object.entries(await listIds(portal)).flatMap(([table, ids]) =>
  ids.slice(0, 1).map((id) => ({ table, id })),
);
await makeOtherTenant(portal);
const { visitors, accounts } = await makeActors(portal);

let asked = 0;
/** A different network address for each try, so that no throttle refuses it. */
function nextAddress(): string {
  asked += 1;
  return `198.18.${Math.floor(asked / 250) % 250}.${asked % 250}`;
}
/** Rows that were made after the first tenant, so that they do not belong to a stranger. */
const own = await listIds(portal, foreign);

/**
 * Values for a field beside one with a stranger's id: a row of the table that the field names, or, if it names none, an
 * account and a team member.
 */
function ownIdsFor(field: readonly string[]): string[] {
  const named = (field.findLast((part) => part !== '0') ?? '').replace(/_?ids?$/, '');
  const tables = Object.keys(own).filter((table) => named !== '' && table.endsWith(named) && own[table]?.[0]);
  return (tables.length > 0 ? tables : ['account', 'team_member']).flatMap((table) => own[table]?.[0] ?? []);
}

/** The caller's own approval code. The id that is passed with it may still be a stranger's. */
const approvalCode = newToken(16);
await portal.db
  .insertInto('approval_code')
  .values({
    code_hash: hashToken(approvalCode).toString('hex'),
    score_change_id: (await listIds(portal, foreign)).score_change?.[0] ?? '',
    created_at: portal.clock.now(),
    expires_at: new Date(portal.clock.now().getTime() + HOUR),
  })
  .execute();

/** The code of the individual's own Invite Center, with which they choose ids of strangers. */
const inviteCode = newToken(16);
await sql`
  insert into invite_center_code (code_hash, account_id, to_email, created_at, expires_at)
  select ${hashToken(inviteCode).toString('hex')}, id, emailaddress, ${portal.clock.now()},
    ${new Date(portal.clock.now().getTime() + HOUR)}
  from account where id = ${accounts.individual}`.execute(portal.db);

/** Values for fields for which the example from the schema is not valid. */
const completions: Record<string, object> = {
  'applications.get-application-from-code': { pendingapprovalcode: approvalCode },
  'applications.save-accept-from-code': { pendingapprovalcode: approvalCode },
  'applications.download-report-from-code': { pendingapprovalcode: approvalCode },
  'applications.request-block': {
    items: ['County criminal'],
    statement: true,
    theftreport: theftReport,
    identity: null,
  },
  'applications.save-package': { package: [theftReport.file] },
  'network.upload-bulk': { file: { name: 'a.csv', file: theftReport.file } },
  'network.accept-pending-invites': { invitecode: inviteCode },
  'network.new-invite': { touser: 'invitee@example.com' },
  'enterprise.change-webhook': { events: ['bulk.finished'] },
  'enterprise.save-company-profile': { tax_id: '12-3456789' },
  'enterprise.invite-team-member': { emailaddress: 'invitee@example.com' },
  'enterprise.save-team': { seen: undefined },
  'enterprise.resend-team-invite': { emailaddress: undefined },
  'network.sms-invite': {
    phonenumber: '0123',
    verificationcode: undefined,
    waiting_invite_answer: undefined,
  },
  'network.prove-sms-number': { phonenumber: '0123' },
  'network.prove-sms-code': { verificationcode: '0123' },
  'network.list-connections': { rows: 10, page: 1, after: undefined, before: undefined },
  'network.get-shared-network': { rows: 10, page: 1, after: undefined, before: undefined },
};

/** A list that is filtered by a stranger's id is empty. */
const emptyList = z.object({ rows: z.array(z.unknown()).length(0) });

/** Refusals that say nothing about a stranger's row: the second one is about the code of the link alone. */
const silent = new Set<string>(['not-found', 'applications.proof-needed']);

/** A person without a company, and a person with all rights in a company. */
const askers: Actor[] = ['individual', 'owner'];

const operations = [identity, enterprise, applications, purchasing, network]
  .flatMap((face) => Object.values(face) as unknown[])
  .filter(
    (value): value is AnyOperation =>
      typeof value === 'object' && value !== null && 'access' in value && 'run' in value,
  )
  .filter(({ input }) => fieldsWithIds(schemaOf(input)).length > 0);

test('there is something to try', () => {
  expect(operations.length).toBeGreaterThan(15);
  expect(foreignIds.length).toBeGreaterThan(12);
  expect(Object.values(own).flat().length).toBeGreaterThan(10);
  expect(ownIdsFor(['members', '0', 'memberid'])).toEqual([own.team_member?.[0]]);
});

test.each(operations)('$name takes what is no id for one that is not there', async (operation) => {
  await portal.db.deleteFrom('throttle').execute();
  const valid = Object.assign({}, validInput(operation.input), completions[operation.name]);
  for (const actor of askers.filter((each) => operation.access.admits.includes(each))) {
    for (const field of fieldsWithIds(schemaOf(operation.input))) {
      for (const wrong of ['x', '1', "' or 1=1; --", `${crypto.randomUUID()}0`]) {
        const answer = await visitors[actor]
          .perform(operation, withField(valid, field, wrong), { address: nextAddress() })
          .catch((error: unknown) => error);
        expect(answer instanceof Refusal ? answer.status : answer, `${field.join('.')}: ${wrong}`).toBe(404);
      }
    }
  }
});

/** All answers to a stranger's id other than 'not found', as text. */
async function findLeaks(operation: AnyOperation): Promise<string[]> {
  const fields = fieldsWithIds(schemaOf(operation.input));
  const valid = Object.assign({}, validInput(operation.input), completions[operation.name]);
  const leaks = new Set<string>();
  for (const actor of askers.filter((each) => operation.access.admits.includes(each))) {
    for (const { table, id } of foreignIds) {
      // Otherwise a throttle would refuse so many tries.
      await portal.db.deleteFrom('throttle').execute();
      for (const field of fields) {
        const inputs = [withField(valid, field, id)];
        // Two ids: the caller's own together with the stranger's.
        for (const other of fields.filter((each) => each !== field)) {
          for (const ownId of ownIdsFor(other))
            inputs.push(withField(withField(valid, other, ownId), field, id));
        }
        for (const input of inputs) {
          const answer = await visitors[actor]
            .perform(operation, input, { address: nextAddress() })
            .catch((error: unknown) => error);
          if (answer instanceof Refusal ? silent.has(answer.code) : emptyList.safeParse(answer).success)
            continue;
          const said =
            answer instanceof Refusal ? `refused as ${answer.code}` : JSON.stringify(answer)?.slice(0, 200);
          leaks.add(`${actor} with ${table} in ${field.join('.')}: ${said}`);
        }
      }
    }
  }
  return [...leaks];
}

describe('a stranger’s row', () => {
  const unchanged = expectUnchanged(portal);
  test.each(operations.filter(isSelected))('$name finds no row of a stranger', (operation) =>
    unchanged(
      `${declarationOf(operation)}: prove that the id is the caller's before anything is written`,
      async () =>
        expect(
          await findLeaks(operation),
          `${declarationOf(operation)}: restrict the query for this id to the caller's rows ` +
            "(where account_id or company_id is the caller's) and throw Refusal('not-found') when it finds none. " +
            'If the example input is wrong instead, add its fields to `completions` in test/checks/tenancy.test.ts',
        ).toEqual([]),
    ),
  );
});

test('a row that is found without asking whose it is would be seen', async () => {
  const leaking = operation({
    name: 'test.leak',
    summary: 'Reads any purchase.',
    access: person,
    kind: 'read',
    input: z.object({ accountid: z.uuid() }),
    output: z.object({ firstname: z.string() }),
    async run({ db }, { accountid }) {
      const row = await db
        .selectFrom('account')
        .select('firstname')
        .where('id', '=', accountid)
        .executeTakeFirst();
      if (!row) throw new Refusal('not-found');
      return row;
    },
  });
  const leaks = await findLeaks(leaking);
  expect(leaks.length).toBeGreaterThan(0);
  expect(leaks.join()).toContain('with account in accountid');
});

test('a refusal that tells that a row is there would be seen', async () => {
  const telling = operation({
    name: 'test.tell',
    summary: 'Says that somebody else has it.',
    access: anyone,
    kind: 'read',
    input: z.object({ purchaseid: z.uuid() }),
    output: z.object({}),
    async run() {
      throw new Refusal('conflict');
    },
  });
  expect((await findLeaks(telling)).join()).toContain('refused as conflict');
});
