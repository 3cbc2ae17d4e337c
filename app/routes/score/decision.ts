import type { z } from 'zod';
import {
  scoreErrorForm,
  scoreReviewForm,
  scoreSharingForm,
  scoreTermsForm,
} from '#modules/applications/forms.ts';
import type { saveAccept } from '#modules/applications/index.ts';
import type { InputOf } from '#modules/platform/index.ts';

type Decision = Omit<InputOf<typeof saveAccept>, 'applicationid'>;
type Send<R> = <S extends z.ZodType>(schema: S, decision: (value: z.output<S>) => Decision) => R;

/** What a step's form decides; `send` parses it and hands it over. */
export function sendDecision<R>(formData: FormData, send: Send<R>): R {
  switch (formData.get('form')) {
    case 'score-terms':
      return send(scoreTermsForm, () => ({ acceptterms: true }));
    case 'score-error':
      return send(scoreErrorForm, (value) => ({ details: { cra_error_request: value } }));
    case 'score-sharing':
      return send(scoreSharingForm, (value) => ({ details: { update_sharing: value } }));
    default:
      return send(scoreReviewForm, ({ reviewaction }) => ({ reviewaction }));
  }
}
