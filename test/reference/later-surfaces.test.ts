import { createConfig, lintFromString } from '@redocly/openapi-core';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { RuleList } from '#app/routes/api/rules.tsx';
import { EventList } from '#app/routes/api/webhooks.tsx';
import {
  anyone,
  type Config,
  type DocumentedCall,
  type DocumentedEvent,
  eventViewOf,
  keyCalls,
  keyDialect,
  openApiOf,
  operation,
  viewOf,
} from '#modules/platform/index.ts';
import { readContents, readGroup, referenceDocument } from '#modules/reference.ts';
import { refusals } from '#modules/words.ts';
import { renderedAt } from '#test/app/rendered.ts';

/** Calls with a key of a company, and webhooks, as their declarations make them appear. */

/** Only the declarations are read. */
const notRun = async () => {
  throw new Error('not run');
};

const operationOfKey = operation({
  name: 'network.get-person',
  summary: 'What a person shares with the company.',
  access: anyone,
  kind: 'read',
  input: z.object({ shieldid: z.string().max(11), fields: z.enum(['score', 'all']).default('all') }),
  output: z.object({ shieldid: z.string(), shared: z.date(), score: z.string().nullable() }),
  throttle: { limit: 600, per: 60_000, by: 'account' },
  run: notRun,
});

const bulkOperation = operation({
  access: anyone,
  kind: 'write',
  output: z.object({ added: z.number() }),
  name: 'network.add-people',
  summary: 'Adds people.',
  input: z.object({ dryrun: z.string().max(3), rows: z.array(z.object({ shieldid: z.string() })).max(5) }),
  run: notRun,
});

const call: DocumentedCall = {
  id: 'get-people-shieldid',
  method: 'GET',
  path: '/api/v1/people/{shieldid}',
  operation: operationOfKey,
  surface: 'company',
  group: 'People',
  scope: 'people:read',
  dialect: keyDialect,
  refusals: ['no-session', 'not-found'],
  common: ['throttled'],
  example: {
    input: { shieldid: 'WA440218906', fields: 'score' },
    output: { shieldid: 'WA440218906', shared: '2026-11-28T15:00:00Z', score: 'IC01' },
  },
};

const changing: DocumentedCall = {
  ...call,
  id: 'patch-people-shieldid',
  method: 'PATCH',
  example: { ...call.example, input: { shieldid: 'WA440218906', fields: 'all' } },
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
          security: [{ companyKey: ['people:read'] }],
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
    components: { securitySchemes: { companyKey: { scheme: 'bearer' } } },
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
  expect(example?.curl).toContain(`--data-binary '{\n    "fields": "all"\n  }'`);
  expect(example?.javascript).toContain(`fetch(\`\${base}/api/v1/people/WA440218906\`, {`);
  expect(example?.javascript).toContain("method: 'PATCH'");
});

test('the chapter of webhooks shows each event with its body', () => {
  const html = renderedAt('/api/webhooks', createElement(EventList, { events: [eventViewOf(event)] }));
  expect(html).toContain('id="score-changed"');
  expect(html).toContain('data.shieldid');
});

/** A portal that has calls with a key, by their declarations. Their paths are those of calls that have an example. */
const portal = {
  calls: { rows: [], find: () => undefined },
  config: { publicUrl: 'https://portal.test', cookies: { secure: true, prefix: '__Host-' } } as Config,
  keyCalls: {
    rows: keyCalls([
      { route: 'GET /people/:shieldid', operation: operationOfKey },
      { route: 'POST /invitations/bulk', operation: bulkOperation, lines: 'rows' },
    ]),
  },
};

test('calls with a key appear by their declarations: contents, page and document', () => {
  expect(readContents(portal)).toMatchObject({
    hasKeys: true,
    surfaces: [
      {
        title: 'Company API',
        groups: [
          { title: 'People', to: '/api/company/people', count: 1 },
          { title: 'Invitations', to: '/api/company/invitations', count: 1 },
        ],
      },
    ],
  });
  expect(readGroup(portal, 'company', 'people')?.calls).toMatchObject([
    { id: 'get-v1-people-shieldid', path: '/api/v1/people/{shieldid}', access: 'Any key of the company.' },
  ]);
  expect(readGroup(portal, 'company', 'invitations')?.calls).toMatchObject([
    { id: 'post-v1-invitations-bulk', method: 'POST' },
  ]);
  expect(referenceDocument(portal)).toMatchObject({
    paths: {
      '/api/v1/invitations/bulk': {
        post: {
          parameters: [
            { name: 'dryrun', in: 'query' },
            { name: 'Idempotency-Key', in: 'header' },
          ],
          requestBody: { content: { 'application/x-ndjson': { schema: { type: 'array', maxItems: 5 } } } },
        },
      },
    },
  });
});

test('the rules of calls with a key are shown where there are such calls', () => {
  const shown = (hasKeys: boolean) =>
    renderedAt('/api/rules', createElement(RuleList, { session: [], keyed: [], hasKeys }));
  expect(shown(true)).toContain('Idempotency-Key');
  expect(shown(false)).not.toContain('Idempotency-Key');
});
