import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { callerOf } from '../../door.server.ts';
import { companyOf } from '../admin/company-id.server.ts';
import { bulkAddress } from './addresses.ts';

export interface BulkHome {
  /** The address of the company's bulk invitations. */
  base: string;
  /** What operations need to know: staff name the company, its members act for their own. */
  about: { companyid?: string };
  company: string;
  /** The pages above. */
  trail: [label: string, to: string][];
  isStaff: boolean;
}

/**
 * Whose bulk invitations an address is about: members see their own company's, staff those of the company in the address.
 * @throws Response as `companyOf` does
 */
export async function bulkHome(args: ActionFunctionArgs | LoaderFunctionArgs): Promise<BulkHome> {
  const { userid } = args.params;
  const base = bulkAddress(args.params);
  if (userid === undefined) {
    const caller = await callerOf(args);
    const company = caller?.facts.company_name ?? '';
    return { base, about: {}, company, trail: [['Network', '/user/network']], isStaff: false };
  }
  const { companyid, company_name } = await companyOf(args);
  const record = `/admin/user/${userid}/enterprise`;
  return {
    base,
    about: { companyid },
    company: company_name,
    trail: [
      ['Tools', '/admin/tools'],
      [company_name, `${record}#network`],
    ],
    isStaff: true,
  };
}
