import { expect, test } from 'vitest';
import { z } from 'zod';
import { testPortal } from '#test/portal.ts';
import { documentedAnswers } from './documented-answers.ts';
import type { JsonSchema } from './inputs.ts';

const portal = await testPortal();

/** The schemas at a path such as `results[].metadata`: several where an answer has several forms. */
function schemasAt(schema: JsonSchema, [name, ...rest]: readonly string[]): JsonSchema[] {
  const forms = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (name === undefined) return forms;
  return forms.flatMap((form) => {
    const inner = name === '[]' ? form.items : form.properties?.[name];
    return inner ? schemasAt(inner, rest) : [];
  });
}

/** D81, doc3 §7: what is absent or has another name breaks those who call by the document. */
test.each(documentedAnswers)('$call answers what the documents say', ({ call, fields }) => {
  const [method = '', path = ''] = call.split(' ');
  const output = portal.calls.find(method, path)?.operation.output ?? z.never();
  const schema = z.toJSONSchema(output, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema;
  const missing = fields.flatMap(({ at, names }) => {
    const known = new Set(
      schemasAt(schema, at.replaceAll('[]', '.[]').split('.').filter(Boolean)).flatMap((form) =>
        Object.keys(form.properties ?? {}),
      ),
    );
    return names.filter((name) => !known.has(name)).map((name) => (at ? `${at}.${name}` : name));
  });
  expect(missing).toEqual([]);
});
