import { z } from 'zod';
import { isShieldLinkId } from '#modules/enterprise/index.ts';
import { HOUR, operation, readSearchTerm, searchText, type Work } from '#modules/platform/index.ts';
import { type NetworkCaller, networkOwner } from '../owner.ts';
import { Refusal } from '../refusals.ts';

/** Whether the search is for a company: a ShieldID begins with the code of a state, and SL is not one (D4). */
export const isShieldLinkTerm = (typed: string): boolean => /^SL\d/.test(readSearchTerm(typed).compact);

/** Finds a company that has ShieldLink by its ShieldLink ID (doc1 §5). The answer contains only its name. */
export const searchShieldLink = operation({
  name: 'network.search-shieldlink',
  summary: 'Finds a company by its ShieldLink ID.',
  access: networkOwner('viewer'),
  kind: 'read',
  input: z.object({ searchterm: searchText(1) }),
  output: z.object({
    searchresults: z.array(z.object({ company_name: z.string(), network_shieldlink_id: z.string() })),
  }),
  throttle: { by: 'account', limit: 300, per: HOUR },
  async run(work, input) {
    const { company_name, network_shieldlink_id } = await findShieldLink(
      work,
      input.searchterm,
      'searchterm',
    );
    return { searchresults: [{ company_name, network_shieldlink_id }] };
  },
});

/**
 * Finds another company that has ShieldLink.
 * @param field the form's field that a refusal belongs to
 * @throws Refusal if no company has the ShieldLink ID that was typed, or if it is the caller's own
 */
export async function findShieldLink(
  work: Pick<Work<NetworkCaller>, 'db' | 'caller'>,
  typed: string,
  field: string,
) {
  const found = await work.db
    .selectFrom('company')
    .select(['id', 'company_name', 'shieldlinkid as network_shieldlink_id'])
    .where('shieldlinkid', '=', readShieldLinkId(work.caller, typed, field))
    .where('enterprise_enabled', '=', true)
    .where('shieldlink_enabled', '=', true)
    .executeTakeFirst();
  if (!found) throw new Refusal('network.shieldlinkid-not-found', { field });
  return found;
}

/**
 * Reads what was typed as the ShieldLink ID of another company.
 * @param field the form's field that a refusal belongs to
 * @throws Refusal if it is not one, or is that of the caller's own company (doc1 §5)
 */
function readShieldLinkId({ facts }: NetworkCaller, typed: string, field: string): string {
  const { compact: id } = readSearchTerm(typed);
  if (!isShieldLinkId(id)) throw new Refusal('network.shieldlinkid-not-found', { field });
  if (facts.shieldlinkid === id) throw new Refusal('network.own-id', { field });
  return id;
}
