import type { ActionFunctionArgs } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import { reasonForm } from '#modules/admin/forms.ts';
import { getLegalHolds, liftLegalHold, setLegalHold } from '#modules/admin/index.ts';
import { readAbout, submit } from '../../action.server.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';

/** Sets a hold, or lifts the one that is open, and goes back to where it is shown. */
export async function changeHold(
  sent: ActionFunctionArgs,
  findAbout: (args: ActionFunctionArgs) => Promise<{ userid: string } | { companyid: string }>,
  back: string,
) {
  const [args, { about, holds }] = await readAbout(sent, reasonForm, async (read) => {
    const about = await findAbout(read);
    return { about, ...(await perform(read, getLegalHolds, about)) };
  });
  const open = holds.find(({ lifted_at }) => lifted_at === null);
  const done = (words: string) => {
    flash(args.context.visit, words);
    return redirect(back);
  };
  return open
    ? submit(args, {
        form: reasonForm,
        operation: liftLegalHold,
        input: ({ reason }) => ({ holdid: open.id, reason }),
        done: () => done('Legal hold lifted'),
      })
    : submit(args, {
        form: reasonForm,
        operation: setLegalHold,
        input: ({ reason }) => ({ ...about, reason }),
        done: () => done('Legal hold set'),
      });
}
