import {
  changeAccountStatus,
  endUserSessions,
  listUserSessions,
  openUserRecord,
  resetTwoFactor,
  searchUsers,
} from '#modules/admin/index.ts';
import { findPersonByEmail, inviteStaff } from '#modules/identity/index.ts';
import { describeAudit, exitCodes, formatCount, type Portal, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { accountOf } from './person.ts';
import { tellLink } from './setup/index.ts';
import { staffInput } from './setup/portal-file.ts';
import { perform, showing } from './showing.ts';
import { type Command, finding, printFields, printTable, type Terminal } from './terminal.ts';

interface CreateAdminOptions {
  email: string;
  firstname: string;
  lastname: string;
}

/** `shield user create-admin`: creates another staff account. Its owner sets the password with a link (D87). */
export const createAdmin: Command<CreateAdminOptions> = async (terminal, options) => {
  const { email: emailaddress, firstname, lastname } = options;
  const parsed = staffInput.safeParse({ emailaddress, firstname, lastname });
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) terminal.err(`${path.join('.')}: ${message}`);
    return exitCodes.usage;
  }
  return withPortal(
    terminal,
    async (portal) => {
      const invited = await portal.work('cli.create-admin', async (work) => {
        if (await findPersonByEmail(work, parsed.data.emailaddress))
          throw new StartError(`${parsed.data.emailaddress} already has an account.`, exitCodes.failed);
        return inviteStaff(work, parsed.data);
      });
      tellLink(terminal, invited);
      return exitCodes.ok;
    },
    { aboutPerson: true },
  );
};

/** `shield user find WORDS`: by at least three characters of a name, business, address or ShieldID, or by a phone number. */
export const find = showing<{ words: string[] }>()(
  searchUsers.output,
  (portal, { words }) => perform(portal, searchUsers, { searchterm: words.join(' '), pagesize: 50 }),
  (terminal, { results, total }) => {
    if (results.length === 0) return terminal.out('Nobody was found.');
    printTable(
      terminal,
      ['id', 'name', 'email', 'ShieldID', 'score', 'expires'],
      results.map((each) => [
        each.userid,
        `${each.firstname} ${each.lastname}`,
        each.emailaddress,
        each.abcnumber ?? '',
        each.currenticstatus ?? '',
        each.current_expiration ?? '',
      ]),
    );
    if (total > results.length) terminal.err(`${results.length} of ${total}. Type more to find fewer.`);
  },
);

interface About {
  person: string;
}

/** `shield user show PERSON`: the record as the console opens it, in short. Opening it is an entry of the audit log. */
export const show = showing<About>()(
  openUserRecord.output,
  async (portal, { person }) =>
    finding(
      `account ${person}`,
      perform(portal, openUserRecord, { userid: await accountOf(portal, person) }),
    ),
  (terminal, { profile, applications, audit }) => {
    printFields(terminal, {
      id: profile.userid,
      name: `${profile.firstname} ${profile.lastname}`,
      email: `${profile.emailaddress}${profile.email_verified ? '' : ' (not verified)'}`,
      'no mail because': profile.email_on_suppression_reason,
      mobile: profile.mobile,
      state: stateOf(profile),
      role: profile.role,
      'second step': profile.selected_two_step_method,
      score: profile.currenticstatus && `${profile.currenticstatus} until ${profile.current_expiration}`,
      ShieldID: profile.abcnumber,
      company: profile.company_name && `${profile.company_name} (${profile.team_role})`,
      registered: `${profile.register_dts.toISOString()} on ${profile.register_host}`,
      'last login':
        profile.last_auth_dts && `${profile.last_auth_dts.toISOString()} from ${profile.last_auth_ip}`,
    });
    if (applications.length > 0) {
      terminal.out('');
      printTable(
        terminal,
        ['application', 'package', 'status', 'ordered', 'paid', 'refunded'],
        applications.map((check) => [
          check.id,
          check.package_descrip,
          check.composite_status,
          check.dts.toISOString(),
          dollars(check.paid_amount),
          dollars(check.refunded_amount),
        ]),
      );
    }
    terminal.out('');
    printTable(
      terminal,
      ['at', 'what', 'who'],
      audit.entries.map((entry) => [
        entry.dts.toISOString(),
        describeAudit(entry.action),
        entry.admin ?? entry.actor ?? 'the portal',
      ]),
    );
  },
  { aboutPerson: true },
);

const dollars = (cents: number) => (cents / 100).toFixed(2);

function stateOf({ active, erased_dts: erased }: { active: boolean; erased_dts: Date | null }): string {
  if (erased) return `erased on ${erased.toISOString()}`;
  return active ? 'enabled' : 'disabled';
}

/** Does something to a person with an operation of the console. @param done what to say then */
const act =
  (run: (portal: Portal, userid: string) => Promise<unknown>, done: string): Command<About> =>
  (terminal, { person }) =>
    withPortal(
      terminal,
      async (portal) => {
        await finding(`account ${person}`, run(portal, await accountOf(portal, person)));
        terminal.out(`${done}: ${person}.`);
        return exitCodes.ok;
      },
      { aboutPerson: true },
    );

export const disable = act(
  (portal, userid) => perform(portal, changeAccountStatus, { userid, active: 'NO' }),
  'Disabled',
);
export const enable = act(
  (portal, userid) => perform(portal, changeAccountStatus, { userid, active: 'YES' }),
  'Enabled',
);
export const resetTwoStep = act(
  (portal, userid) => perform(portal, resetTwoFactor, { userid }),
  'Reset the second step to codes by email, and signed out everywhere',
);

/** `shield user sessions PERSON [--end]`: where a person is signed in; with `--end`, nowhere any more. */
export const sessions = showing<About & { end?: boolean }>()(
  listUserSessions.output,
  async (portal, { person, end }) => {
    const userid = await accountOf(portal, person);
    const read = await finding(`account ${person}`, perform(portal, listUserSessions, { userid }));
    if (end) await perform(portal, endUserSessions, { userid });
    return read;
  },
  (terminal, { sessions: all }, { end }) => {
    printSessions(terminal, all);
    if (end) terminal.out(`Ended ${formatCount(all.length, 'session')}.`);
    else if (all.length === 0) terminal.out('Nowhere.');
  },
  { aboutPerson: true },
);

function printSessions(
  terminal: Terminal,
  all: { browser: string; address: string; host: string; last_used_at: Date; by_staff: boolean }[],
): void {
  if (all.length === 0) return;
  printTable(
    terminal,
    ['browser', 'address', 'host', 'last used', 'who'],
    all.map((each) => [
      each.browser,
      each.address,
      each.host,
      each.last_used_at.toISOString(),
      each.by_staff ? 'staff' : 'the person',
    ]),
  );
}
