import { type Actor, type AnyOperation, actors, type Portal } from '#modules/platform/index.ts';
import { type Denial, denialOf, type Rule } from './access.ts';
import { operations, ruleOf } from './operation-list.ts';
import { areaOf, listedPages, nameOfPart, type PagePart } from './page-list.ts';

/** Whom a part of a page is for. */
interface Policy {
  /** All of them must admit an actor. */
  rules: readonly Rule[];
  /** If there are any, the rules of at least one must all admit an actor. */
  forms: readonly (readonly Rule[])[];
}

/** A part of a page with whom it is for. */
export interface CheckedPart extends PagePart, Policy {
  /** The policy in words. */
  access: string;
  /** Whether pages.tsv has a line for it. */
  listed: boolean;
  /** How it answered each actor. */
  answers: ReadonlyMap<Actor, unknown>;
}

/** Asks for one part of a page. */
export type AskPart = (portal: Portal, part: PagePart, actor: Actor) => Promise<unknown>;

const denialOfAll = (rules: readonly Rule[], actor: Actor) =>
  rules.map((rule) => denialOf(rule, actor)).find((denial) => denial !== null) ?? null;

/** The denial for an actor; null for one who may use the part. */
export function denialOfPart({ rules, forms }: Policy, actor: Actor): Denial | null {
  const denials = forms.map((form) => denialOfAll(form, actor));
  return denialOfAll(rules, actor) ?? (denials.includes(null) ? null : (denials[0] ?? null));
}

/**
 * Asks for each part as each actor, and takes from the operations that it uses whom it is for:
 * - An area of the site is closed to some actors, whatever its pages run.
 * - What runs an operation is for those who may run it, even if it runs it only for some of them. A form asks the
 *   access rule of its operation before it reads what was typed, which is enough.
 * - The page of one or more forms is for those who may send one of them.
 *
 * pages.tsv lists the parts of which something else is true, and those that run no operation.
 * @returns the parts, and what has to be changed in pages.tsv
 */
export async function checkParts(
  portal: Portal,
  parts: readonly PagePart[],
  ask: AskPart,
): Promise<{ checked: CheckedPart[]; faults: string[] }> {
  const asked = await askAll(portal, parts, ask);
  const listed = listedPages();
  const faults: string[] = [];
  const checked = asked.map(({ used, ...part }): CheckedPart => {
    const derived = {
      rules: [areaOf(part), ...used.map(ruleOf)],
      forms: part.part === 'loader' ? formsOf(part, asked) : [],
    };
    const name = nameOfPart(part);
    const line = listed.get(name);
    listed.delete(name);
    const known = used.length > 0 || areaOf(part).access !== 'anyone';
    if (!line && !known)
      faults.push(`add the line: ${part.page}\t${part.part}\tWHO, because it runs no operation`);
    if (line && known && isSame({ rules: [line], forms: [] }, derived))
      faults.push(`remove the line of ${name}: it follows from the operations of the page`);
    const policy = line ? { rules: [line], forms: [] } : derived;
    return { ...part, ...policy, access: inWords(policy), listed: line !== undefined };
  });
  faults.push(...[...listed.keys()].map((name) => `remove the line of ${name}: there is no such part`));
  return { checked, faults };
}

interface AskedPart extends PagePart {
  /** The names of the operations that it used. */
  used: readonly string[];
  answers: ReadonlyMap<Actor, unknown>;
}

/** The rules of each form of a page. A form that is refused in an admin session is shown in it. */
function formsOf({ page }: PagePart, asked: readonly AskedPart[]): Rule[][] {
  const forms = asked.filter((other) => other.page === page && other.part !== 'loader');
  return forms.map(({ used }) => used.map((name) => ({ ...ruleOf(name), inPerson: false })));
}

const isSame = (one: Policy, other: Policy) =>
  actors.every((actor) => denialOfPart(one, actor)?.code === denialOfPart(other, actor)?.code);

function inWords({ rules, forms }: Policy): string {
  const word = ({ access, inPerson }: Rule) => `${access}${inPerson ? ' in-person' : ''}`;
  const words = (all: readonly Rule[]) => [...new Set(all.map(word))].join(' and ');
  return [words(rules), ...new Set(forms.map(words))].filter((text) => text !== '').join(', for ');
}

async function askAll(portal: Portal, parts: readonly PagePart[], ask: AskPart): Promise<AskedPart[]> {
  const watch = watchOperations(portal);
  try {
    const asked: AskedPart[] = [];
    for (const part of parts) {
      watch.clear();
      const answers = new Map<Actor, unknown>();
      for (const actor of actors) {
        const answer = ask(watch.portal, part, actor).catch((cause) => {
          throw new Error(`${nameOfPart(part)} failed for ${actor}`, { cause });
        });
        answers.set(actor, await answer);
      }
      asked.push({ ...part, answers, used: watch.used(part.part === 'loader' ? 'run' : 'guarded') });
    }
    return asked;
  } finally {
    watch.stop();
  }
}

/** What any page may run besides its own operations: it reads terms that are due, and keeps what was typed. */
const ofEveryPage = [
  'enterprise.get-terms-due',
  'identity.may-keep-text',
  'identity.keep-text',
  'identity.forget-kept-text',
];

/**
 * Sees which operations pages use: those that run, and those whose access rule is asked, for which each operation's
 * `access` is replaced until `stop`.
 */
function watchOperations(portal: Portal) {
  const seen = { run: new Set<string>(), guarded: new Set<string>() };
  for (const operation of operations) {
    const { access, name } = operation;
    Object.defineProperty(operation, 'access', {
      configurable: true,
      enumerable: true,
      get() {
        seen.guarded.add(name);
        return access;
      },
    });
  }
  const watched: Portal = Object.create(portal, {
    perform: {
      value: (operation: AnyOperation, ...rest: [never, never]) => {
        seen.run.add(operation.name);
        return portal.perform(operation, ...rest);
      },
    },
  });
  return {
    portal: watched,
    clear() {
      seen.run.clear();
      seen.guarded.clear();
    },
    used: (how: keyof typeof seen) => [...seen[how]].filter((name) => !ofEveryPage.includes(name)),
    stop() {
      for (const operation of operations) {
        const { access } = operation;
        Object.defineProperty(operation, 'access', { value: access, writable: true });
      }
    },
  };
}
