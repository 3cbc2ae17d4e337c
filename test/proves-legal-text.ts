import { onTestFailed } from 'vitest';
import type { BehaviorName } from '#cli/setup/legal-text.ts';
import { whatTextsSay } from '#test/legal-texts.ts';

/** Declares that this test proves statements of the legal texts. If it fails, it also shows these sentences. */
export function provesLegalText(...names: BehaviorName[]): void {
  onTestFailed(() => {
    throw new Error(names.map(whatTextsSay).join('\n'));
  });
}
