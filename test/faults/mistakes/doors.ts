import type { Mistake } from './mistake.ts';

/** Mistakes in platform and the pages: access, forms, redirects, tables. */
export const doorMistakes: readonly Mistake[] = [
  {
    what: 'a password alone opens the console',
    file: 'modules/platform/caller.ts',
    before:
      "throw new Refusal('not-found');\n    if (!session.twoStepDone) throw new Refusal('two-step-needed');\n",
    after: "throw new Refusal('not-found');\n",
    test: 'test/checks/operations.test.ts',
  },
  {
    what: 'staff use the console in the session of a person',
    file: 'modules/platform/caller.ts',
    before: "if (session.role !== 'ADMIN' || session.adminAccountId)",
    after: "if (session.role !== 'ADMIN' && !session.adminAccountId)",
    test: 'test/checks/operations.test.ts',
  },
  {
    what: 'what is for the person alone is open to staff in their session',
    file: 'modules/platform/perform.ts',
    before:
      "  if (operation.inPersonOnly && caller?.adminAccountId) throw new Refusal('not-in-admin-session');\n",
    after: '',
    test: 'test/checks/operations.test.ts',
  },
  {
    what: 'a refused form shows the SSN again',
    file: 'app/action.server.ts',
    before: '...echoOf(fields, typed)',
    after: '...typed',
    test: 'test/platform/forms.test.ts',
  },
  {
    what: '`next=//host` leads to another site',
    file: 'app/routes/identity/destination.server.ts',
    before: '/^\\/(?![/\\\\])',
    after: '/^\\/(?!\\\\)',
    test: 'test/app/routes/destination.test.ts',
  },
  {
    what: 'the head of a column never returns to ascending',
    file: 'app/components/grid/table.tsx',
    before: 'dir: next }',
    after: "dir: column.getIsSorted() ? 'desc' : next }",
    test: 'test/app/components/sort-head.test.ts',
  },
  {
    what: 'a `_` in the search of a grid stands for any character',
    file: 'modules/platform/grid/filter.ts',
    before: 'replaceAll(/[\\\\%_]/g',
    after: 'replaceAll(/[\\\\%]/g',
    test: 'test/platform/grid/grid.test.ts',
  },
];
