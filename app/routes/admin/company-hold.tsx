import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getLegalHolds } from '#modules/admin/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { companyIdOf, companyOf } from './company-id.server.ts';
import { changeHold } from './legal-hold.server.ts';
import { HoldDialog, openHold } from './legal-hold.tsx';

export const meta = titled('Legal hold');

export async function loader(args: LoaderFunctionArgs) {
  const { companyid, company_name } = await companyOf(args);
  return { company_name, ...(await perform(args, getLegalHolds, { companyid })) };
}

export function action(args: ActionFunctionArgs) {
  const findCompany = async (read: ActionFunctionArgs) => ({ companyid: await companyIdOf(read) });
  return changeHold(args, findCompany, `/admin/user/${args.params.userid}/enterprise`);
}

/** Stops deletions about a company, or lets them go on (D140). */
export default function CompanyHold() {
  const { company_name, holds } = useLoaderData<typeof loader>();
  return (
    <HoldDialog open={openHold(holds)} about={company_name} company result={useActionData<typeof action>()} />
  );
}
