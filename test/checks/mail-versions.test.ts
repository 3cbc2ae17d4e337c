import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { handlers } from '#jobs/index.ts';
import { declaredMails } from '#modules/platform/index.ts';

/** What somebody reads in the record of a mail is only right if its version changes with its words. */
test('the version of a mail is raised when its template changes', async () => {
  expect(handlers.length).toBeGreaterThan(0);
  const lines = declaredMails
    .filter(({ name }) => !name.startsWith('test.'))
    .map(({ name, version, source }) => {
      // The names that the test's transform gives to imports depend on their order, and the space on the formatter.
      const words = source.replaceAll(/__vi_import_\d+__/g, '').replaceAll(/\s+/g, '');
      return `${name}\t${version}\t${createHash('sha256').update(words).digest('hex').slice(0, 12)}`;
    })
    .sort();
  await expect(
    `mail\tversion\ttemplate\n${lines.join('\n')}\n`,
    'a template changed: raise the version in its declaration, then npx vitest run test/checks/mail-versions.test.ts -u',
  ).toMatchFileSnapshot('mail-versions.tsv');
});
