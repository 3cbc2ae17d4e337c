import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { packScripts } from '#app/packed-scripts.server.ts';

/** The framework's scripts in a page, made smaller. */

const manifest = { routes: { root: { id: 'root', css: [], module: '/a b.js' } }, url: '/m.js' };
const texts = [
  'plain',
  '"quoted"',
  "O\u2019Neil's",
  'back\\slash',
  'back\\"both',
  'line\nbreak',
  '\u00e9\u{1f600}',
];
const stream = JSON.stringify(JSON.stringify(texts)).replaceAll('<', '\\u003c');
const page = (scripts: string) => Buffer.from(`<!DOCTYPE html><p>caf\u00e9</p>${scripts}<p>"end"</p>`);
const whole = page(
  `<script>window.__remixManifest = ${JSON.stringify(manifest, null, 2)};\nwindow.__remixRouteModules = {};</script>` +
    `<script>context.enqueue(${stream});</script><script>context.enqueue(${stream});</script>`,
);

test('the scripts do the same and are smaller', () => {
  const packed = packScripts(whole);
  expect(packed.length).toBeLessThan(whole.length);
  const found: string[] = [];
  const window: Record<string, unknown> = {};
  for (const [, script = ''] of packed.toString().matchAll(/<script>([\s\S]*?)<\/script>/g))
    runInNewContext(script, { window, context: { enqueue: (text: string) => found.push(text) } });
  expect(window.__remixManifest).toEqual(manifest);
  expect(found.map((text) => JSON.parse(text))).toEqual([texts, texts]);
  expect(packed.toString().replaceAll(/<script>[\s\S]*?<\/script>/g, '')).toBe(page('').toString());
});

test('a page without such scripts stays as it is', () => {
  expect(packScripts(page('<script>1</script>')).equals(page('<script>1</script>'))).toBe(true);
});
