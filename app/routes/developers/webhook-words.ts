import { type WebhookFailure, webhookFailures } from '#modules/enterprise/fields.ts';

/** What an endpoint answered, such as `500 in 2.1 s` or `No answer in 10 s`. */
export function answerWords(answer: {
  status: number | null;
  ms: number | null;
  failure: WebhookFailure | null;
}): string {
  const { status, ms, failure } = answer;
  if (status === null || failure === 'no-answer' || failure === 'too-large')
    return failure === null ? 'Not sent yet' : webhookFailures[failure];
  const took = ms === null ? '' : ms < 1000 ? ` in ${ms} ms` : ` in ${(ms / 1000).toFixed(1)} s`;
  return failure === 'redirect' ? `${status}, not followed` : `${status}${took}`;
}
