import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { listCompanyTeam } from '#modules/admin/index.ts';
import { listEnterpriseTeam } from '#modules/enterprise/index.ts';
import { enterpriseTimings } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { Refusal } from '#modules/platform/index.ts';
import { errorPage, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { companyIdOf } from '../admin/company-id.server.ts';
import { teamAddress } from './team-words.ts';

type Args = LoaderFunctionArgs;

/**
 * The company whose team staff change, for the dialogs that its members have as well.
 * @returns null in the dialogs of the members
 * @throws Response as `companyIdOf` does
 */
export async function staffCompanyOf(args: Args): Promise<string | null> {
  return args.params.userid === undefined ? null : companyIdOf(args);
}

/**
 * The row of a dialog, if the caller may do the dialog's action with it.
 * @throws Response the error page if the row is not in the team or the caller's role does not allow the action; a
 * redirect to the team with the reason if the action is not possible now
 */
export async function loadRow(args: Args, action: string) {
  const { memberid, invitationid } = args.params;
  const companyid = await staffCompanyOf(args);
  const team = companyid
    ? await perform(args, listCompanyTeam, { companyid })
    : await perform(args, listEnterpriseTeam, {});
  const row = team.members.find((each) =>
    memberid
      ? each.memberid === memberid
      : invitationid
        ? each.invitationid === invitationid
        : each.self && action === 'leave',
  );
  if (!companyid && !team.team_management_enabled) {
    throw backWith(args, enterpriseTexts['team.management-off']);
  }
  if (!row) throw errorPage(new Refusal('not-found'));
  const state = row.actions.find((each) => each.action === action);
  if (!state) throw errorPage(new Refusal('role-too-low'));
  if (state.reason) throw backWith(args, state.reason);
  return {
    row,
    seen: team.seen,
    coupons: team.enable_payments,
    owner: team.members.find((each) => each.role === 'owner'),
  };
}

/** Shows the team again, which in the console is one of many cards. */
const backToTeam = ({ params: { userid } }: Args) =>
  redirect(userid === undefined ? teamAddress() : `${teamAddress(userid)}#team`);

/** An owner who wants to change their own role is told for 4 seconds how to transfer the ownership (doc2 §9). */
function backWith(args: Args, reason: string): Response {
  const stays =
    reason === enterpriseTexts['team.own-role'] ? enterpriseTimings['team.own-role-shown'] : undefined;
  flash(args.context.visit, reason, 'bad', stays);
  return backToTeam(args);
}

const ours: readonly string[] = ['failed', 'unavailable'];

/** How a dialog of the team ends: the team is shown again, with the words or with why it failed (doc2 §8). */
export const endings = (args: Args, words: string, stays?: number) => ({
  otherwise: (refusal: Refusal) => saveFailed(args, refusal),
  done: () => {
    flash(args.context.visit, words, 'ok', stays);
    return backToTeam(args);
  },
});

/** After a failed save, the page says why and shows the current team (doc2 §8). */
export function saveFailed(args: Args, refusal: Refusal) {
  const text = ours.includes(refusal.code) ? enterpriseTexts['team.save-failed'] : withPrefix(refusal.text);
  flash(args.context.visit, text, 'bad');
  return backToTeam(args);
}

const withPrefix = (text: string) => (text.startsWith('Error: ') ? text : `Error: ${text}`);
