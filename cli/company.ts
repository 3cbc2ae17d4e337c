import { featureLabels, listCompanies } from '#modules/admin/index.ts';
import { createCompany } from '#modules/enterprise/index.ts';
import { findPersonByEmail, renewSessions } from '#modules/identity/index.ts';
import { exitCodes, isTimeZone, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { perform, showing } from './showing.ts';
import { type Command, printFields } from './terminal.ts';

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

/** `shield company show WORDS`: companies by their id, name, host, owner or ShieldLink ID. */
export const show = showing<{ words: string[] }>()(
  listCompanies.output,
  (portal, { words }) => perform(portal, listCompanies, { q: words.join(' ') }),
  (terminal, { companies, total }) => {
    if (companies.length === 0) return terminal.out('No company was found.');
    for (const each of companies) {
      printFields(terminal, {
        id: each.companyid,
        name: each.company_name,
        state: each.enabled ? 'on' : 'off',
        host: each.branding_hostname,
        owner: each.owner_name && `${each.owner_name}, ${each.owner_emailaddress} (${each.owner_userid})`,
        features: each.features.map((feature) => featureLabels[feature]).join(', '),
        people: `${each.people}, and ${each.invited} invited`,
        coupons: `${each.coupons}, ${each.redeemed} redeemed`,
        card: each.card_refused ? 'refused' : null,
        created: each.created_at.toISOString(),
        'last active': each.last_active?.toISOString() ?? 'never',
      });
      terminal.out('');
    }
    if (total > companies.length) terminal.err(`${companies.length} of ${total}. Type more to find fewer.`);
  },
  { code: ({ companies }) => (companies.length > 0 ? exitCodes.ok : exitCodes.notFound) },
);
