/**
 * What comments may cite: a decision (`D12`) that a README explains, or one of the three documents that README.md
 * names.
 */

export interface SourceFile {
  /** The path from the root of the project. */
  path: string;
  content: string;
}

const entry = /^- \*\*(D\d{1,3})\*\*/gm;

/** The decisions that a README explains, by their numbers. */
export function listDecisions(readmes: readonly SourceFile[]): Map<string, string> {
  return new Map(
    readmes.flatMap(({ path, content }) =>
      [...content.matchAll(entry)].map(([, number = '']) => [number, path] as const),
    ),
  );
}

/** The README that should explain a decision cited in this file. */
function readmeFor(path: string): string {
  const module = /^modules\/([^/]+)\//.exec(path)?.[1] ?? 'platform';
  return `modules/${module}/README.md`;
}

/** @returns one line for each citation of something that does not exist */
export function findLostCitations(
  files: readonly SourceFile[],
  decisions: ReadonlyMap<string, string>,
): string[] {
  return files.flatMap(({ path, content }) =>
    content.split('\n').flatMap((line, index) => {
      // A number in the path of an SVG is not a citation.
      const cited = /\sd="/.test(line) ? [] : [...line.matchAll(/(?<![\w#&-])D\d{1,3}\b(?!["'.]?\w)/g)];
      const documents = [...line.matchAll(/\bdoc(\w+) §[\d.]+/g)];
      return [
        ...cited
          .filter(([number]) => !decisions.has(number))
          .map(
            ([number]) =>
              `${path}:${index + 1} cites ${number}: add "- **${number}** rule. Why: reason." to Decisions in ${readmeFor(path)}`,
          ),
        ...documents
          .filter(([, number]) => !/^[123]$/.test(number ?? ''))
          .map(([cited]) => `${path}:${index + 1} cites ${cited}: README.md knows doc1, doc2 and doc3 only`),
      ];
    }),
  );
}
