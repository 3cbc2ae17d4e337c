import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  acceptInvite,
  actOnSelection,
  ignoreInvite,
  newInvite,
  previewSelection,
  readExport,
  resendInvite,
  selectionActionsOf,
  startExport,
} from '#modules/network/index.ts';
import { MINUTE } from '#modules/platform/browser.ts';
import { newId } from '#modules/platform/index.ts';
import {
  connectionRow,
  newCompany,
  newScoredPerson,
  newTeamMember,
  type TestCompany,
} from '#test/factories/network.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

let portal: TestPortal;
let company: TestCompany;
let accepted: string;
let open: string;
let ignored: string;
let foreign: string;
beforeAll(async () => {
  portal = await testPortal();
});

/** One accepted, one open and one ignored row, and one row of another network. */
async function fill(): Promise<void> {
  company = await newCompany(portal);
  const [one, two, three] = [
    await newScoredPerson(portal),
    await newScoredPerson(portal),
    await newScoredPerson(portal),
  ];
  const invite = async (touser: string, by = company) =>
    (await by.owner.visitor.perform(newInvite, { touser })).inviteid;
  accepted = await invite(one.shieldId);
  await one.visitor.perform(acceptInvite, { inviteid: accepted });
  open = await invite(two.shieldId);
  ignored = await invite(three.shieldId);
  await three.visitor.perform(ignoreInvite, { inviteid: ignored });
  foreign = await invite(two.shieldId, await newCompany(portal));
}

type Action = 'resendinvite' | 'cancelinvite' | 'remove';
const act = (action: Action, ...connectionids: string[]) =>
  company.owner.visitor.perform(actOnSelection, { action, connectionids });
const preview = (action: Action, ...connectionids: string[]) =>
  company.owner.visitor.perform(previewSelection, { action, connectionids });

const audited = async (id: string) => {
  const { rows } = await portal.pool.query(
    'select action, actor_id from audit_entry where object_id = $1 order by at desc, id desc limit 1',
    [id],
  );
  return rows[0];
};

describe('an action on selected rows', () => {
  beforeEach(fill);

  it('first shows for how many it is possible, and why not for the others', async () => {
    expect(await preview('remove', accepted, open, ignored)).toEqual({
      possible: 1,
      unmailed: 0,
      refused: [{ reason: 'Not in your network yet. Cancel the invitation instead', count: 2 }],
    });
    expect(await preview('resendinvite', accepted, open, ignored, newId())).toEqual({
      possible: 2,
      unmailed: 1,
      refused: [
        { reason: 'No longer in your network', count: 1 },
        { reason: 'The invitation is accepted and the score is valid', count: 1 },
      ],
    });
    expect(await connectionRow(portal, open)).toMatchObject({ cancelled_at: null, removed_at: null });
  });

  it('sends invitations again: 30 days more, one mail and one entry each', async () => {
    await portal.runJobs();
    portal.clock.advance(60_000);
    const { invite_expires_at: before30 } = await connectionRow(portal, ignored);
    expect(await act('resendinvite', accepted, open, ignored)).toMatchObject({ done: 2, unmailed: 1 });
    for (const [id, status, action] of [
      [open, 'INVITE', 'network.invitation-resent'],
      [ignored, 'INVITEIGNORE', 'network.invitation-extended'],
    ] as const) {
      expect(await connectionRow(portal, id)).toMatchObject({ status });
      expect(await audited(id)).toEqual({ action, actor_id: company.owner.accountId });
    }
    const { invite_expires_at: after30 } = await connectionRow(portal, ignored);
    expect(Number(after30) - Number(before30)).toBeGreaterThanOrEqual(60_000);
    const sent = async () => (await connectionRow(portal, open)).invite_sent_count;
    const before = await sent();
    await portal.runJobs();
    expect(await sent()).toBe(Number(before) + 1);
    expect(await audited(accepted)).toMatchObject({ action: 'network.invitation-accepted' });
  });

  it('counts with the sendings of single rows: three a day', async () => {
    expect(await act('resendinvite', open)).toMatchObject({ done: 1 });
    for (let sent = 0; sent < 2; sent += 1) {
      portal.clock.advance(5 * MINUTE);
      await company.owner.visitor.perform(resendInvite, { inviteid: open });
    }
    portal.clock.advance(5 * MINUTE);
    expect(await act('resendinvite', open, ignored)).toEqual({
      done: 1,
      unmailed: 1,
      refused: [{ reason: 'Already resent 3 times within a day', count: 1 }],
    });
  });

  it('does not count a stranger’s request', async () => {
    const stranger = await newCompany(portal);
    for (let tries = 0; tries < 4; tries += 1) {
      await expect(stranger.owner.visitor.perform(resendInvite, { inviteid: open })).rejects.toMatchObject({
        code: 'not-found',
      });
    }
    for (let sent = 0; sent < 3; sent += 1) {
      await company.owner.visitor.perform(resendInvite, { inviteid: open });
      portal.clock.advance(5 * MINUTE);
    }
    await expect(company.owner.visitor.perform(resendInvite, { inviteid: open })).rejects.toMatchObject({
      code: 'throttled',
    });
  });

  it('withdraws and removes, each with its history', async () => {
    expect(await act('cancelinvite', accepted, open, ignored)).toMatchObject({ done: 2 });
    expect(await act('remove', accepted, open)).toEqual({
      done: 1,
      unmailed: 0,
      refused: [{ reason: 'No longer in your network', count: 1 }],
    });
    expect((await connectionRow(portal, open)).cancelled_at).not.toBeNull();
    expect((await connectionRow(portal, accepted)).removed_at).not.toBeNull();
    const { rows } = await portal.pool.query(
      `select connection_id, kind from connection_event where kind in ('cancelled', 'removed')
        and connection_id = any($1)`,
      [[accepted, open, ignored]],
    );
    expect(new Map(rows.map((row) => [row.connection_id, row.kind]))).toEqual(
      new Map([
        [accepted, 'removed'],
        [open, 'cancelled'],
        [ignored, 'cancelled'],
      ]),
    );
    expect(await audited(open)).toMatchObject({ action: 'network.invitation-cancelled' });
    expect(await audited(accepted)).toMatchObject({ action: 'network.connection-removed' });
    await expect(act('remove', accepted, open)).rejects.toThrow('not-found');
  });
});

describe('rows of others', () => {
  beforeAll(fill);

  it('are not found, alone or beside one’s own, and stay as they are', async () => {
    const before = await connectionRow(portal, foreign);
    for (const action of ['resendinvite', 'cancelinvite', 'remove'] as const) {
      await expect(act(action, foreign)).rejects.toThrow('not-found');
      await expect(preview(action, foreign)).rejects.toThrow('not-found');
    }
    expect(await act('cancelinvite', foreign, open)).toEqual({
      done: 1,
      unmailed: 0,
      refused: [{ reason: 'No longer in your network', count: 1 }],
    });
    expect(await connectionRow(portal, foreign)).toEqual(before);
    for (const operation of [startExport, readExport]) {
      await expect(
        company.owner.visitor.perform(operation, { selected: [accepted, foreign] }),
      ).rejects.toThrow('not-found');
    }
  });

  it('are offered to nobody who can only view', async () => {
    const viewer = await newTeamMember(portal, company, 'viewer');
    expect(selectionActionsOf('viewer')).toEqual([]);
    expect(selectionActionsOf('admin').map(({ action }) => action)).toEqual([
      'resendinvite',
      'cancelinvite',
      'remove',
    ]);
    await expect(
      viewer.visitor.perform(actOnSelection, { action: 'remove', connectionids: [accepted] }),
    ).rejects.toThrow('role-too-low');
  });

  it('are at most those of one page', async () => {
    const many = Array.from({ length: 101 }, () => newId());
    await expect(act('remove', ...many)).rejects.toThrow('invalid-input');
    await expect(act('remove')).rejects.toThrow('invalid-input');
  });
});

it('exports the selected rows alone, and says how many in the audit log', async () => {
  await fill();
  await company.owner.visitor.perform(startExport, { selected: [accepted] });
  const { rows } = await company.owner.visitor.perform(readExport, { selected: [accepted] });
  expect(rows).toHaveLength(1);
  const { rows: entries } = await portal.pool.query(
    `select detail from audit_entry where action = 'network.list-exported' and object_id = $1`,
    [company.companyId],
  );
  expect(entries).toMatchObject([{ detail: { selected: 1, searched: false } }]);
});
