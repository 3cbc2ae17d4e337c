/** The setup file of the run that finds out which functions each test file reaches. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';

declare global {
  /** Called by every function of the sources during that run. */
  var faultProbe: ((at: string) => void) | undefined;
}

const reached = new Set<string>();
globalThis.faultProbe = (at) => reached.add(at);

afterAll(() => {
  const folder = process.env.FAULTS_REACHED;
  const { testPath } = expect.getState();
  if (!folder || !testPath) return;
  mkdirSync(folder, { recursive: true });
  const name = `${testPath.replaceAll(/[^\w.]/g, '_')}.json`;
  writeFileSync(join(folder, name), JSON.stringify({ testPath, reached: [...reached] }));
});
