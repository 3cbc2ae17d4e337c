import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behaviors } from '#cli/setup/legal-text.ts';
import { findLegalFaults, sentences, whatTextsSay } from '#test/legal-texts.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import { schemaOf } from './inputs.ts';
import { operations } from './operation-list.ts';

const root = join(import.meta.dirname, '..', '..');

function read(pattern: string): Map<string, string> {
  const paths = globSync(pattern, { cwd: root });
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

const names = new Set(operations.map(({ name }) => name));

test('what legal texts say of the portal has its operations, and a test that proves it', () => {
  const tests = read('test/**/*.test.ts');
  expect(findLegalFaults({ sentences, behaviors, operations: names, tests })).toEqual([]);
});

test('a sentence without a test, a renamed operation and a row that no text needs are found', () => {
  const sentence = {
    text: 'We never look.',
    behavior: 'views-listed' as const,
    file: 'cli/setup/planted.ts',
  };
  const faults = findLegalFaults({
    sentences: [sentence],
    behaviors: { 'views-listed': ['network.search', 'network.peek'], 'file-copy': [] },
    operations: names,
    tests: new Map([['test/planted.test.ts', "\n  provesLegalText('file-copy');\n"]]),
  });
  expect(faults).toEqual([
    "views-listed: no test proves it. Call provesLegalText('views-listed') in the test that does",
    'views-listed: there is no operation network.peek. Read its sentences again',
    'file-copy: no legal text says it. Take its row out of cli/setup/legal-text.ts',
  ]);
});

test('a test that fails shows the sentences and where they are', () => {
  expect(whatTextsSay('automatic-acceptance')).toMatch(
    /cli\/setup\/starter-texts\.ts: "If you turn on automatic acceptance, /,
  );
});

test('no operation takes the number or the code of a card', () => {
  provesLegalText('card-elsewhere');
  const taken = operations.flatMap(({ name, input }) =>
    (JSON.stringify(schemaOf(input)).match(/"\w*(card_?number|cvc|cvv|security_?code)\w*":/gi) ?? []).map(
      (field) => `${name}: ${field}`,
    ),
  );
  expect(taken).toEqual([]);
});

/** What sets each cookie that the cookie policy describes, as it stands in the source. */
const described = [
  'app/flash.server.ts: cookie',
  'app/grid.server.ts: cookieOf(grid)',
  'app/kept-text.server.ts: cookie',
  'app/routes/network/link-cookies.server.ts: codeCookie',
  'app/routes/network/link-cookies.server.ts: purchaseCookie',
  'app/routes/network/link-cookies.server.ts: redirectCookie',
  'modules/applications/linking/proof.ts: COOKIE',
  'modules/identity/sign-in/known-browsers.ts: knownCookie',
  'modules/identity/passwords/recovery.ts: recoveryCookie',
  'modules/identity/passwords/recovery.ts: recoveryGrantCookie',
  'modules/identity/sessions/sessions.ts: sessionCookie',
  'modules/identity/two-step/trusted-browsers.ts: browserCookie',
  'modules/identity/security-changes/undo.ts: recoveryGrantCookie',
];

test('the cookie policy describes every cookie', () => {
  provesLegalText('cookies-listed');
  // Production has no development pages.
  const inProduction = [...read('{app,modules}/**/*.{ts,tsx}')].filter(
    ([path]) => !path.startsWith('app/routes/dev/'),
  );
  const set = inProduction.flatMap(([path, source]) =>
    [...source.matchAll(/\bcookies\.set\(\s*(\w+(?:\(\w+\))?)/g)].map(([, name]) => `${path}: ${name}`),
  );
  expect(
    [...new Set(set)].sort(),
    'describe it in the cookie policy of cli/setup/starter-texts.ts, then here',
  ).toEqual(described.toSorted());
  const byScript = [...read('app/**/*.{ts,tsx}')].filter(([, source]) => /\.cookie\s*=[^=]/.test(source));
  expect(byScript.map(([path]) => path)).toEqual(['app/components/shell/head-script.tsx']);
});
