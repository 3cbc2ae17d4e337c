import type { Selectable } from 'kysely';
import { z } from 'zod';
import {
  type Caller,
  DAY,
  inputOf,
  newId,
  operation,
  type Sweep,
  staff,
  type Tables,
  takeTransactionLock,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { adminAudit } from '../audit.ts';
import { controlChangeFields, controlDecisionFields } from '../fields.ts';
import { tellControlChanged, tellWaits } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import { type ControlName, controlNames } from '../statuses.ts';
import { countOtherAdmins } from './admins.ts';
import { controls } from './controls.ts';

/**
 * Changes of the controls: one admin asks, another one approves. If there is no other, the change takes effect after 24
 * hours, and everybody is told before and after (D145).
 */

/** How long a change waits that nobody else can approve. */
const ALONE = DAY;

const change = z.object({
  id: z.uuid(),
  value: z.string(),
  reason: z.string(),
  requested_by: z.string(),
  requested_dts: z.date(),
  /** When it takes effect by itself; null if another admin has to approve it. */
  effective_dts: z.date().nullable(),
  /** Whether the caller asked for it, who can take it back and not approve it. */
  own: yesNo,
});

export const getControls = operation({
  name: 'admin.get-controls',
  summary: 'The controls of money and access, and the changes that wait for a second admin.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    controls: z.array(
      z.object({
        control: z.enum(controlNames),
        /** As it is typed, and as people read it. */
        value: z.string(),
        words: z.string(),
        waiting: change.extend({ words: z.string() }).nullable(),
      }),
    ),
    /** Whether another admin can approve. */
    others: z.number().int(),
  }),
  async run(work) {
    const waiting = await work.db
      .selectFrom('control_change')
      .innerJoin('account', 'account.id', 'control_change.requested_by')
      .selectAll('control_change')
      .select(['account.firstname', 'account.lastname'])
      .where('control_change.state', '=', 'waiting')
      .execute();
    const listed = await Promise.all(
      controlNames.map(async (control) => {
        const value = await controls[control].read(work);
        const asked = waiting.find((each) => each.control === control);
        return {
          control,
          value,
          words: controls[control].words(value),
          waiting: asked
            ? {
                id: asked.id,
                value: asked.value,
                words: controls[control].words(asked.value),
                reason: asked.reason,
                requested_by: `${asked.firstname} ${asked.lastname}`,
                requested_dts: asked.requested_at,
                effective_dts: asked.effective_at ?? null,
                own: asked.requested_by === work.caller.accountId,
              }
            : null,
        };
      }),
    );
    return { controls: listed, others: await countOtherAdmins(work, work.caller.accountId) };
  },
});

/**
 * Asks for a change. Nothing changes yet.
 * @throws Refusal invalid-input, admin.control-waits while another change of the control waits
 */
export const requestControlChange = operation({
  name: 'admin.request-control-change',
  summary: 'Asks for a change of a control, which a second admin has to approve.',
  access: staff,
  kind: 'write',
  input: inputOf(controlChangeFields),
  output: z.object({ waits_for: z.enum(['nothing', 'admin', 'time']) }),
  async run(work, { control, value: typed, reason }) {
    const value = controls[control].parse(typed);
    if (value === null) {
      throw new Refusal('invalid-input', {
        field: 'value',
        issues: { value: ['Enter an amount like 49.50'] },
      });
    }
    await lockControl(work, control);
    if ((await controls[control].read(work)) === value) return { waits_for: 'nothing' as const };
    if (await findWaiting(work, control)) throw new Refusal('admin.control-waits');
    const others = await countOtherAdmins(work, work.caller.accountId);
    const id = newId();
    await work.db
      .insertInto('control_change')
      .values({
        id,
        control,
        value,
        reason,
        state: 'waiting',
        requested_by: work.caller.accountId,
        requested_at: work.now,
        effective_at: others > 0 ? null : new Date(work.now.getTime() + ALONE),
      })
      .execute();
    await work.audit({
      action: adminAudit.controlChangeAsked,
      object: { type: 'control_change', id },
      detail: { control, value, reason },
    });
    if (others > 0) await work.enqueue(tellWaits, { what: 'control', id });
    else await work.enqueue(tellControlChanged, { id });
    return { waits_for: others > 0 ? ('admin' as const) : ('time' as const) };
  },
});

/**
 * Another admin approves or rejects; whoever asked can only take it back, which is a rejection too.
 * @throws Refusal not-found, admin.control-decided, admin.control-own
 */
export const decideControlChange = operation({
  name: 'admin.decide-control-change',
  summary: 'Approves or rejects a change of a control that another admin asked for, or takes back one’s own.',
  access: staff,
  kind: 'write',
  input: inputOf(controlDecisionFields).extend({ changeid: z.uuid(), approve: yesNo }),
  output: z.object({}),
  async run(work, { changeid, approve, note }) {
    const asked = await lockChange(work, changeid);
    const own = asked.requested_by === work.caller.accountId;
    if (own && approve) throw new Refusal('admin.control-own');
    await end(work, asked, {
      state: approve ? 'approved' : own ? 'withdrawn' : 'rejected',
      decidedBy: work.caller.accountId,
      note,
    });
    return {};
  },
});

type ControlChangeRow = Selectable<Tables['control_change']>;

interface End {
  state: 'approved' | 'rejected' | 'withdrawn' | 'automatic';
  /** Null if it took effect by itself. */
  decidedBy: string | null;
  note: string;
}

async function end(
  work: Work<unknown>,
  { id, control, value }: Pick<ControlChangeRow, 'id' | 'control' | 'value'>,
  { state, decidedBy, note }: End,
): Promise<void> {
  await work.db
    .updateTable('control_change')
    .set({ state, decided_by: decidedBy, decided_at: work.now, decision_note: note })
    .where('id', '=', id)
    .execute();
  await work.audit({
    action: adminAudit.controlChangeDecided,
    object: { type: 'control_change', id },
    detail: { control, value, state, note },
  });
  if (state !== 'approved' && state !== 'automatic') return;
  await controls[control].apply(work, value);
  await work.enqueue(tellControlChanged, { id });
}

const lockControl = (work: Pick<Work, 'db'>, control: ControlName) =>
  takeTransactionLock(work.db, `control:${control}`);

const findWaiting = ({ db }: Pick<Work, 'db'>, control: ControlName) =>
  db
    .selectFrom('control_change')
    .select('id')
    .where('control', '=', control)
    .where('state', '=', 'waiting')
    .executeTakeFirst();

async function lockChange(work: Pick<Work<Caller | null>, 'db'>, id: string): Promise<ControlChangeRow> {
  const found = await work.db
    .selectFrom('control_change')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: `control change ${id}` });
  if (found.state !== 'waiting') throw new Refusal('admin.control-decided');
  return found;
}

/** Changes that nobody else could approve take effect 24 hours after they were asked for. */
export const dueControlsSweep: Sweep = {
  name: 'admin.due-controls',
  size: 10,
  async keys(work, after, size) {
    const due = await work.db
      .selectFrom('control_change')
      .select('id')
      .where('state', '=', 'waiting')
      .where('effective_at', '<=', work.now)
      .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(size)
      .execute();
    return due.map(({ id }) => id);
  },
  async run(work, ids) {
    for (const id of ids) {
      const asked = await lockChange(work, id);
      await end(work, asked, { state: 'automatic', decidedBy: null, note: '' });
    }
    return ids.length;
  },
};
