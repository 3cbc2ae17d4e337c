import { findPersonByEmail, inviteStaff } from '#modules/identity/index.ts';
import { exitCodes, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { tellLink } from './setup/index.ts';
import { staffInput } from './setup/portal-file.ts';
import type { Command } from './terminal.ts';

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
