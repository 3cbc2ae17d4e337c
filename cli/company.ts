import { createCompany } from '#modules/enterprise/index.ts';
import { findPersonByEmail, renewSessions } from '#modules/identity/index.ts';
import { exitCodes, isTimeZone, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import type { Command } from './terminal.ts';

interface CreateCompanyOptions {
  name: string;
  owner: string;
  host?: string;
  timeZone?: string;
}

/** `shield company create`: creates a company whose owner already has an account (D60). */
export const create: Command<CreateCompanyOptions> = async (terminal, { name, owner, host, timeZone }) => {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    terminal.err(`--time-zone: expected a name like America/Chicago, got "${timeZone}"`);
    return exitCodes.usage;
  }
  return withPortal(terminal, async (portal) => {
    const companyId = await portal.work('cli.create-company', async (work) => {
      const person = await findPersonByEmail(work, owner);
      if (!person) {
        const advice = `Register at ${portal.config.publicUrl}/register first.`;
        throw new StartError(`${owner} has no account. ${advice}`, exitCodes.notFound);
      }
      const companyId = await createCompany(work, {
        company_name: name,
        ownerAccountId: person.accountId,
        ...(host === undefined ? {} : { branding_hostname: host }),
        ...(timeZone === undefined ? {} : { time_zone: timeZone }),
      });
      await renewSessions(work, person.accountId);
      return companyId;
    });
    terminal.out(`Created ${name} (${companyId}), owned by ${owner}.`);
    return exitCodes.ok;
  });
};
