import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

const operationWith = (access: string) => `
import { z } from 'zod';
import { anyone, operation } from '#modules/platform/index.ts';

export const rules = [anyone];
export const planted = operation({
  name: 'planted.read',
  summary: 'Planted.',
  ${access}
  kind: 'read',
  input: z.object({}),
  output: z.object({}),
  async run() {
    return {};
  },
});
`;

/** The compiler's complaints about a file that is not on disk, under the project's own settings. */
function complaints(source: string): string[] {
  const file = join(root, 'test', 'checks', 'planted', 'operation.ts');
  const settings = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(settings.config, ts.sys, root);
  const plain = { ...options, incremental: false, tsBuildInfoFile: undefined };
  const host = ts.createCompilerHost(plain);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? source : readFile(name));
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, source, version) : getSourceFile(name, version, ...rest);
  const program = ts.createProgram([file], plain, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('an operation without an access rule does not compile', () => {
  expect(complaints(operationWith('access: anyone,')), 'the planted operation is otherwise right').toEqual(
    [],
  );
  const missing = complaints(operationWith(''));
  expect(missing).toHaveLength(1);
  expect(missing[0]).toContain("Property 'access' is missing");
});
