import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..');

/**
 * The messages of the compiler about files that are not on disk, with the project's settings. All files are one
 * program, because most of the time is needed for the project's types, which they share.
 * @param sources the text of each file by its name
 * @returns the messages by the same names; none for a file that compiles
 */
export function compilerErrors(sources: Readonly<Record<string, string>>): Map<string, string[]> {
  const settings = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(settings.config, ts.sys, root);
  const plain = { ...options, incremental: false, tsBuildInfoFile: undefined };
  const named = Object.entries(sources).map(([name, source], index) => ({
    name,
    source,
    path: join(root, 'test', 'checks', 'planted', `snippet-${index}.tsx`),
  }));
  const texts = new Map(named.map(({ path, source }) => [path, source]));
  const host = ts.createCompilerHost(plain);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const source = texts.get(path);
    return source === undefined
      ? getSourceFile(path, version, ...rest)
      : ts.createSourceFile(path, source, version);
  };
  const program = ts.createProgram([...texts.keys()], plain, host);
  return new Map(
    named.map(({ name, path }) => [
      name,
      program
        .getSemanticDiagnostics(program.getSourceFile(path))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ]),
  );
}
