import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { getUserCompany } from '#modules/admin/index.ts';
import { perform } from '../../door.server.ts';

type Args = ActionFunctionArgs | LoaderFunctionArgs;

/**
 * The company whose Enterprise Profile an address is for, on or off.
 * @throws Response 404 for a person who does not own one
 */
export async function companyOf(args: Args) {
  const { company } = await perform(args, getUserCompany, { userid: args.params.userid ?? '' });
  if (company?.role !== 'owner') throw new Response(null, { status: 404 });
  return company;
}

export const companyIdOf = async (args: Args): Promise<string> => (await companyOf(args)).companyid;
