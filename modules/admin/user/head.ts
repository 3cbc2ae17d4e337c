import { z } from 'zod';
import { column, operation, readTogether, sql, staff, statement } from '#modules/platform/index.ts';
import { pipelineGrid } from '../pipeline/pipeline.ts';
import { legalHold, legalHolds, withHoldReasons } from '../retention/holds.ts';
import { noteOpening } from './opening.ts';
import { getSubject, userId } from './subject.ts';
import { factsOfPerson, toProfile, userProfile } from './user.ts';

const notesCount = statement({
  name: 'admin.count-notes',
  row: { count: column.integer },
  sql: (accountId: string) => sql`
    select count(*)::int as count from admin_note where account_id = ${accountId}`,
});

/**
 * Whose record it is and what to mind, for the bar that all tabs of a record show. Reading it counts as opening the
 * record.
 * @throws Refusal not-found
 */
export const getRecordHead = operation({
  name: 'admin.get-record-head',
  summary: 'Whose record it is, with score, legal holds, what waits for staff, and the number of notes.',
  access: staff,
  kind: 'write',
  input: userId,
  output: z.object({
    profile: userProfile.pick({
      userid: true,
      firstname: true,
      middlename: true,
      lastname: true,
      namesuffix: true,
      abcnumber: true,
      currenticstatus: true,
      current_expiration: true,
      active: true,
      erased_dts: true,
      email_on_suppression_list: true,
    }),
    legal_holds: z.array(legalHold),
    open_work: z.array(pipelineGrid.row),
    notes: z.object({ length: z.number().int() }),
  }),
  async run(work, { userid }) {
    const person = await getSubject(work, userid);
    await noteOpening(work, userid);
    const read = await readTogether(work.db, {
      facts: factsOfPerson(userid),
      holds: legalHolds({ userid }),
      notes: notesCount(userid),
    });
    const ofPerson = { where: sql<boolean>`p.state = 'open' and p.account_id = ${userid}` };
    const waiting = await pipelineGrid.read(
      work,
      pipelineGrid.input.parse({}),
      ofPerson,
      work.caller.accountId,
    );
    return {
      profile: toProfile(person, read.facts[0], null),
      legal_holds: withHoldReasons(work, read.holds),
      open_work: waiting.rows,
      notes: { length: read.notes[0]?.count ?? 0 },
    };
  },
});
