import { z } from 'zod';
import { isLinkingOn, switchLinking } from '#modules/applications/index.ts';
import { inputOf, operation, staff } from '#modules/platform/index.ts';
import { optionFields } from './fields.ts';

/** What staff switch on and off for the whole portal. */

export const getOptions = operation({
  name: 'admin.get-options',
  summary: 'Which parts of the portal are switched on.',
  access: staff,
  kind: 'read',
  input: z.object({}),
  output: z.object({ account_linking: z.boolean() }),
  async run(work) {
    return { account_linking: await isLinkingOn(work) };
  },
});

export const saveOptions = operation({
  name: 'admin.save-options',
  summary: 'Switches parts of the portal on and off.',
  access: staff,
  kind: 'write',
  input: inputOf(optionFields),
  output: z.object({}),
  async run(work, { account_linking }) {
    await switchLinking(work, account_linking);
    return {};
  },
});
