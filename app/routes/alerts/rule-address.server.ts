import { complianceRuleForm } from '#modules/network/forms.ts';
import { parseForm } from '../../form.server.ts';

/** The rule that the address of a request asks to try: none, one that is wrong, or one that can be tried. */
export function askedRule(request: Request) {
  const query = new URL(request.url).searchParams;
  const names = Object.keys(complianceRuleForm.fields).filter((name) => query.has(name));
  if (names.length === 0) return { rule: undefined, wrong: null };
  const typed = new FormData();
  for (const name of names) typed.set(name, query.get(name) ?? '');
  const parsed = parseForm(typed, complianceRuleForm.schema);
  return parsed.status === 'success'
    ? { rule: parsed.value, wrong: null }
    : { rule: undefined, wrong: parsed.reply() };
}
