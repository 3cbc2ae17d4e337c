import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const routes = join(import.meta.dirname, '..', '..', '..', 'app', 'routes');
const files = readdirSync(routes, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.tsx'),
);

/** The form around the body of a dialog, with its attributes. */
const formInDialog = /<Form\b((?:=>|[^>])*)>\s*(?:\{[^}]*\}\s*)*<DialogBody/g;

// Without the class, what is wrong is shown over the title of the dialog.
test('a form around the body of a dialog says so', () => {
  const forms = files.flatMap((name) =>
    [...readFileSync(join(routes, name), 'utf8').matchAll(formInDialog)].map(([, attributes]) => ({
      name,
      attributes,
    })),
  );
  expect(forms.length).toBeGreaterThan(20);
  expect(
    forms.filter(({ attributes }) => !attributes?.includes('dialog-form')).map(({ name }) => name),
  ).toEqual([]);
});
