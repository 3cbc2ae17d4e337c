import { onTestFailed } from 'vitest';
import type { BehaviorName } from '#cli/setup/legal-text.ts';
import { whatTextsSay } from '#test/legal-texts.ts';

/** This test proves what legal texts say of the portal. When it fails, it shows the sentences too. */
export function upholds(...names: BehaviorName[]): void {
  onTestFailed(() => {
    throw new Error(names.map(whatTextsSay).join('\n'));
  });
}
