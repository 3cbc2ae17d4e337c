import type { LoaderFunctionArgs } from '@remix-run/node';
import { readEffectExport, startEffectExport } from '#modules/network/index.ts';
import type { InputOf } from '#modules/platform/index.ts';
import { csvAnswer } from '../../csv-answer.server.ts';
import { perform } from '../../door.server.ts';
import { askedRule } from './rule-address.server.ts';

/** Who would be out by the rule in the address, or who is out by the saved one, as CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const { rule } = askedRule(args.request);
  await perform(args, startEffectExport, { rule });
  return csvAnswer('out-of-compliance.csv', linesOf(args, rule));
}

async function* linesOf(
  { context: { portal, visit } }: LoaderFunctionArgs,
  rule: InputOf<typeof startEffectExport>['rule'],
) {
  let after: string | undefined;
  do {
    const { lines, next } = await portal.perform(readEffectExport, { rule, after }, visit);
    yield lines;
    after = next ?? undefined;
  } while (after !== undefined);
}
