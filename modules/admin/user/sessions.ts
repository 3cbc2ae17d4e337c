import { z } from 'zod';
import { endSessions, readSessions, session } from '#modules/identity/index.ts';
import { operation, staffOrTerminal } from '#modules/platform/index.ts';
import { noteOpening } from './opening.ts';
import { getLivingSubject, getSubject, userId } from './subject.ts';

/** Where a person is signed in. Reading it is audited like opening the record. */
export const listUserSessions = operation({
  name: 'admin.list-user-sessions',
  summary: 'Where a person is signed in.',
  access: staffOrTerminal,
  kind: 'write',
  input: userId,
  output: z.object({ sessions: z.array(session.omit({ is_current: true })) }),
  async run(work, { userid }) {
    const { role } = await getSubject(work, userid);
    await noteOpening(work, userid);
    return { sessions: await readSessions(work, { accountId: userid, role, sessionId: null }) };
  },
});

export const endUserSessions = operation({
  name: 'admin.end-user-sessions',
  summary: 'Signs a person out everywhere.',
  access: staffOrTerminal,
  kind: 'write',
  input: userId,
  output: z.object({}),
  async run(work, { userid }) {
    await getLivingSubject(work, userid);
    await endSessions(work, userid);
    return {};
  },
});
