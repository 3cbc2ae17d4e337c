// Takes long: it makes the types of every call, and compiles the sample client with them.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, expect, test } from 'vitest';
import { referenceDocument } from '#modules/reference.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const root = join(import.meta.dirname, '../..');
// Below node_modules, so that the client finds its package.
const folder = join(root, 'node_modules/.cache/example-client');
afterAll(() => rm(folder, { recursive: true }));

test('the sample client compiles with the types that its readme makes from the document', async () => {
  await mkdir(folder, { recursive: true });
  const document = JSON.stringify(referenceDocument(portal));
  await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTS(document)));
  await copyFile(join(root, 'examples/client.ts'), join(folder, 'client.ts'));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { incremental: false, types: ['node'] },
      include: ['.'],
    }),
  );
  const compile = promisify(execFile)('tsc', ['--project', folder], { cwd: root });
  await expect(compile).resolves.toMatchObject({ stdout: '' });
});
