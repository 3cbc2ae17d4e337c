import type { z } from 'zod';
import {
  disputeForm,
  scoreReviewForm,
  scoreSharingForm,
  scoreTermsForm,
} from '#modules/applications/forms.ts';
import type { saveAccept } from '#modules/applications/index.ts';
import type { Fields } from '#modules/platform/fields/field.ts';
import type { Form } from '#modules/platform/fields/form.ts';
import type { InputOf } from '#modules/platform/index.ts';
import type { ReadActionArgs } from '../../action.server.ts';

type Decision = Omit<InputOf<typeof saveAccept>, 'applicationid'>;
type Send<R> = <F extends Fields, S extends z.ZodType>(
  args: ReadActionArgs,
  form: Form<F, S>,
  decision: (value: z.output<S>) => Decision,
) => R;

/** What each form of the score acceptance decides; `send` parses it and runs the page's operation. */
export function decisions<R>(send: Send<R>) {
  return {
    terms: (args: ReadActionArgs) => send(args, scoreTermsForm, () => ({ acceptterms: true })),
    review: (args: ReadActionArgs) => send(args, scoreReviewForm, ({ reviewaction }) => ({ reviewaction })),
    error: (args: ReadActionArgs) =>
      send(args, disputeForm, ({ items, errortext }) => ({
        details: { cra_error_request: { items: [...items], errortext } },
      })),
    sharing: (args: ReadActionArgs) =>
      send(args, scoreSharingForm, (value) => ({ details: { update_sharing: value } })),
  };
}
