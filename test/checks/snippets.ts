/**
 * What must not compile, each beside a twin that does: without the twin a snippet could be wrong for another reason.
 * compiler.test.ts hands all of them to the compiler at once.
 */
export interface Snippet {
  /** What the test is called. */
  name: string;
  /** A module of its own; it may hold JSX. */
  source: string;
  /** What the compiler's only message has to contain; null for what compiles. */
  complaint: string | null;
}

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

export const snippets: readonly Snippet[] = [
  {
    name: 'an operation with an access rule compiles',
    source: operationWith('access: anyone,'),
    complaint: null,
  },
  {
    name: 'an operation without an access rule does not compile',
    source: operationWith(''),
    complaint: "Property 'access' is missing",
  },
];
