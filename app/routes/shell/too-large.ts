import { Refusal } from '#modules/platform/index.ts';

export { loader } from './not-found.tsx';

/** Answers a form that is too large to be read, instead of its action. */
export function action() {
  const { text, status } = new Refusal('too-large');
  throw new Response(text, { status });
}
