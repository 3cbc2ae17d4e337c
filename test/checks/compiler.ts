import { join } from 'node:path';
import { API, type Diagnostic } from '@typescript/native/unstable/sync';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'test', 'checks', 'planted');

/**
 * The errors of the compiler in files that are not on disk, with the project's settings. All files are one program,
 * because most of the time is needed for the project's types, which they share.
 * @param sources the text of each file by its name
 * @returns the messages by the same names; none for a file that compiles
 */
export function compilerErrors(sources: Readonly<Record<string, string>>): Map<string, string[]> {
  const named = Object.keys(sources).map((name, index) => ({
    name,
    path: join(folder, `snippet-${index}.tsx`),
  }));
  const config = join(folder, 'tsconfig.json');
  const settings = {
    extends: join(root, 'tsconfig.json'),
    files: named.map(({ path }) => path),
    include: [],
  };
  const texts = new Map([
    [config, JSON.stringify(settings)],
    ...named.map(({ name, path }) => [path, sources[name] ?? ''] as const),
  ]);
  const api = new API({
    cwd: root,
    fs: {
      readFile: (path) => texts.get(path),
      fileExists: (path) => texts.has(path) || undefined,
    },
  });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error('the compiler opened no project');
    return new Map(
      named.map(({ name, path }) => [name, project.program.getSemanticDiagnostics(path).map(messageOf)]),
    );
  } finally {
    api.close();
  }
}

/** With the reasons that the compiler gives for it, one a line. */
const messageOf = ({ text, messageChain = [] }: Diagnostic): string =>
  [text, ...messageChain.map(messageOf)].join('\n');
