import { Refusal } from '#modules/platform/index.ts';

export { loader } from './not-found.tsx';

/** In place of the action of a form that was too large to be read. */
export function action() {
  const { text, status } = new Refusal('too-large');
  throw new Response(text, { status });
}
