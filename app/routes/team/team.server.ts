import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { listEnterpriseTeam } from '#modules/enterprise/index.ts';
import { enterpriseTimings } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { Refusal } from '#modules/platform/index.ts';
import { errorPage, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { teamAddress } from './team-words.ts';

type Args = LoaderFunctionArgs;

/**
 * The row of a dialog, if the caller may do the dialog's action with it.
 * @throws Response the error page if the row is not in the team or the caller's role does not allow the action; a
 * redirect to the team with the reason if the action is not possible now
 */
export async function loadRow(args: Args, action: string) {
  const { memberid, invitationid } = args.params;
  const team = await perform(args, listEnterpriseTeam, {});
  const row = team.members.find((each) =>
    memberid
      ? each.memberid === memberid
      : invitationid
        ? each.invitationid === invitationid
        : each.self && action === 'leave',
  );
  if (!team.team_management_enabled) throw backWith(args, enterpriseTexts['team.management-off']);
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

/** An owner who wants to change their own role is told for 4 seconds how to transfer the ownership (doc2 §9). */
function backWith({ context: { visit } }: Args, reason: string): Response {
  const stays =
    reason === enterpriseTexts['team.own-role'] ? enterpriseTimings['team.own-role-shown'] : undefined;
  flash(visit, reason, 'bad', stays);
  return redirect(teamAddress);
}

const ours: readonly string[] = ['failed', 'unavailable'];

/** After a failed save, the page says why and shows the current team (doc2 §8). */
export function saveFailed({ context: { visit } }: Args, refusal: Refusal) {
  const text = ours.includes(refusal.code) ? enterpriseTexts['team.save-failed'] : withPrefix(refusal.text);
  flash(visit, text, 'bad');
  return redirect(teamAddress);
}

const withPrefix = (text: string) => (text.startsWith('Error: ') ? text : `Error: ${text}`);
