import { createConfig, lintFromString } from '@redocly/openapi-core';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { EventList } from '#app/routes/api/webhooks.tsx';
import {
  anyone,
  type DocumentedCall,
  type DocumentedEvent,
  eventViewOf,
  openApiOf,
  operation,
  versionedDialect,
  viewOf,
} from '#modules/platform/index.ts';
import { refusals } from '#modules/words.ts';
import { renderedAt } from '#test/app/rendered.ts';

/** Calls with a key of a company, and webhooks, as their declarations make them appear. */

const operationOfKey = operation({
  name: 'network.get-person',
  summary: 'What a person shares with the company.',
  access: anyone,
  kind: 'read',
  input: z.object({ shieldid: z.string().max(11), fields: z.enum(['score', 'all']).default('all') }),
  output: z.object({ shieldid: z.string(), shared: z.date(), score: z.string().nullable() }),
  throttle: { limit: 600, per: 60_000, by: 'account' },
  run: async () => {
    throw new Error('only its declaration is read');
  },
});

const call: DocumentedCall = {
  id: 'get-people-shieldid',
  method: 'GET',
  path: '/api/v1/people/{shieldid}',
  operation: operationOfKey,
  surface: 'company',
  group: 'People',
  scope: 'people:read',
  dialect: versionedDialect,
  refusals: ['no-session', 'not-found'],
  example: {
    input: { shieldid: 'WA440218906', fields: 'score' },
    output: { shieldid: 'WA440218906', shared: '2026-11-28T15:00:00Z', score: 'IC01' },
  },
};

const changing: DocumentedCall = {
  ...call,
  id: 'patch-people-shieldid',
  method: 'PATCH',
  example: { ...(call.example ?? { output: {} }), input: { shieldid: 'WA440218906', fields: 'all' } },
};

const event: DocumentedEvent = {
  name: 'score.changed',
  summary: 'A score changed.',
  body: z.object({ type: z.literal('score.changed'), data: z.object({ shieldid: z.string() }) }),
  example: { type: 'score.changed', data: { shieldid: 'WA440218906' } },
};

const document = openApiOf({
  title: 'Test',
  server: 'https://portal.test',
  sessionCookie: '__Host-session',
  calls: [call, changing],
  events: [event],
  refusals,
  anyCall: ['throttled'],
});

test('a call with a key and a webhook make a document without findings', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  expect(document).toMatchObject({
    paths: {
      '/api/v1/people/{shieldid}': {
        get: {
          security: [{ key: ['people:read'] }],
          parameters: [
            { name: 'shieldid', in: 'path', required: true, example: 'WA440218906' },
            { name: 'fields', in: 'query', required: false, example: 'score' },
          ],
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: { properties: { shared: { type: 'string', format: 'date-time' } } },
                },
              },
            },
            404: {
              description: expect.stringContaining('not-found: '),
              content: {
                'application/problem+json': { schema: { properties: { code: { enum: ['not-found'] } } } },
              },
            },
            429: { description: expect.stringContaining('throttled: ') },
          },
        },
        patch: {
          requestBody: { content: { 'application/json': { example: { fields: 'all' } } } },
          parameters: [{ name: 'shieldid', in: 'path' }],
        },
      },
    },
    webhooks: { 'score.changed': { post: { requestBody: { required: true } } } },
    components: { securitySchemes: { key: { scheme: 'bearer' } } },
  });
});

test('the examples of a call with a key carry the key and the values of its path', () => {
  const read = viewOf(call, refusals, 'session');
  expect(read.example?.curl).toBe(
    'curl "$BASE/api/v1/people/WA440218906?fields=score" \\\n  -H "Authorization: Bearer $SHIELDHUB_KEY"',
  );
  expect(read.limit).toBe('600 calls in any minute for each person.');
  const { example } = viewOf(changing, refusals, 'session');
  expect(example?.curl).toContain('-X PATCH');
  expect(example?.curl).toContain(`-d '{\n    "fields": "all"\n  }'`);
  expect(example?.javascript).toContain(`fetch(\`\${base}/api/v1/people/WA440218906\`, {`);
  expect(example?.javascript).toContain("method: 'PATCH'");
});

test('the chapter of webhooks shows each event with its body', () => {
  const html = renderedAt('/api/webhooks', createElement(EventList, { events: [eventViewOf(event)] }));
  expect(html).toContain('id="score-changed"');
  expect(html).toContain('data.shieldid');
});
