import type { BehaviorName, Sentence } from '#cli/setup/legal-text.ts';
import { starterCatalogue } from '#cli/setup/starter-catalogue.ts';
import { consentTexts } from '#cli/setup/starter-consents.ts';
import { noticeTexts } from '#cli/setup/starter-notices.ts';
import { portalTerms, purchaseTerms, scoreTerms } from '#cli/setup/starter-terms.ts';
import { cookiePolicy, disclaimer, privacyPolicy } from '#cli/setup/starter-texts.ts';

export interface PlacedSentence extends Sentence {
  /** The file that contains the text. */
  file: string;
}

const starter = (name: string) => `cli/setup/starter-${name}.ts`;

/** Every sentence of the starter legal texts. */
export const sentences: readonly PlacedSentence[] = [
  ...[disclaimer, privacyPolicy, cookiePolicy].map((text) => ({ text, file: starter('texts') })),
  ...[portalTerms, purchaseTerms, scoreTerms].map((text) => ({ text, file: starter('terms') })),
  ...starterCatalogue.providers
    .slice(0, 1)
    .flatMap((provider) => [
      ...Object.values(consentTexts(provider)),
      ...Object.values(noticeTexts(provider)),
    ])
    .map((text) => ({ text, file: starter('consents') })),
].flatMap(({ text, file }) =>
  text.flatMap((block) => block.sentences.map((sentence) => ({ ...sentence, file }))),
);

/** The message of a behavior's test if it fails. */
export function whatTextsSay(name: BehaviorName): string {
  const said = sentences
    .filter(({ behavior }) => behavior === name)
    .map(({ file, text }) => `  ${file}: "${text}"`);
  return [
    `Legal texts say that the portal behaves so (${name}). If the change is meant, change them as well:`,
    ...said,
  ].join('\n');
}

interface Evidence {
  sentences: readonly PlacedSentence[];
  behaviors: Readonly<Record<string, readonly string[]>>;
  /** Names of all operations. */
  operations: ReadonlySet<string>;
  /** The source code of the tests, by path. */
  tests: ReadonlyMap<string, string>;
}

/** The calls as statements, not in the texts of strings. */
const calls = /^\s+provesLegalText\(((?:\s*'[a-z-]+',?)+\s*)\);$/gm;

/** @returns one line for each error in the table of behaviors, which says how to fix it */
export function findLegalFaults({ sentences, behaviors, operations, tests }: Evidence): string[] {
  const upheld = new Set(
    [...tests.values()].flatMap((source) =>
      [...source.matchAll(calls)].flatMap(([, names = '']) => names.match(/[a-z-]+/g) ?? []),
    ),
  );
  const said = new Set<string | null>(sentences.map(({ behavior }) => behavior));
  return Object.entries(behaviors).flatMap(([name, done]) => [
    ...(said.has(name)
      ? []
      : [`${name}: no legal text says it. Take its row out of cli/setup/legal-text.ts`]),
    ...(upheld.has(name)
      ? []
      : [`${name}: no test proves it. Call provesLegalText('${name}') in the test that does`]),
    ...done
      .filter((operation) => !operations.has(operation))
      .map((operation) => `${name}: there is no operation ${operation}. Read its sentences again`),
  ]);
}
