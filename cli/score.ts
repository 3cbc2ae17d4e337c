import { expireActiveScore, listScores } from '#modules/admin/index.ts';
import { exitCodes } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { accountOf } from './person.ts';
import { perform, showing } from './showing.ts';
import { type Command, finding, printTable } from './terminal.ts';

/** `shield score show PERSON`: all scores of a person, newest first. */
export const show = showing<{ person: string }>()(
  listScores.output,
  async (portal, { person }) =>
    finding(`account ${person}`, perform(portal, listScores, { userid: await accountOf(portal, person) })),
  (terminal, { scores }) => {
    if (scores.length === 0) return terminal.out('No score was ever accepted.');
    printTable(
      terminal,
      ['score', 'ShieldID', 'legal name', 'profile', 'since', 'expires', 'state'],
      scores.map((each) => [
        each.currenticstatus,
        each.shieldid,
        each.legalname,
        each.cra_profilenumber ?? '',
        each.effective_dts.toISOString(),
        each.expiration_dts,
        each.active ? 'newest' : 'replaced',
      ]),
    );
  },
);

/** `shield score expire PERSON --reason TEXT`: the active score is no longer valid. The reason becomes a note. */
export const expire: Command<{ person: string; reason: string }> = (terminal, { person, reason }) =>
  withPortal(
    terminal,
    async (portal) => {
      const userid = await accountOf(portal, person);
      await finding(
        `valid score of ${person}`,
        perform(portal, expireActiveScore, { userid, adminnote: reason }),
      );
      terminal.out(`The score of ${person} has expired.`);
      return exitCodes.ok;
    },
    { aboutPerson: true },
  );
