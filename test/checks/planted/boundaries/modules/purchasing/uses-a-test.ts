import { harness } from '#test/harness.ts';

export const tested = harness;
