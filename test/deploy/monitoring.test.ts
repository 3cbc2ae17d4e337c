import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { hooks } from '#app/server/hook-table.ts';
import { servedHosts } from '#app/server/hosts.ts';
import { openListener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import { serveMetrics } from '#cli/metrics.ts';
import { newPerson } from '#test/factories/people.ts';
import { freePort } from '#test/free-port.ts';
import { testPortal } from '#test/portal.ts';
import { ask } from '../app/server/ask.ts';
import { bareBuild } from '../app/server/bare-build.ts';

const port = await freePort();
const portal = await testPortal({
  environment: { METRICS_PORT: String(port) },
  readUrl: 'postgres://nobody@127.0.0.1:1/nothing',
});
const listener = await openListener({ host: '127.0.0.1', port: 0 });
listener.serve(
  createWeb({
    portal,
    hosts: servedHosts(portal),
    hooks,
    checks: [],
    build: bareBuild([
      { path: '', loader: () => new Response('home') },
      { path: 'person/:id', loader: () => new Response('one') },
      { path: 'person/new', loader: () => new Response('new') },
      { path: '*', loader: () => new Response(null, { status: 404 }) },
    ]),
    assets: null,
  }),
);
const folder = join(import.meta.dirname, '../../deploy/monitoring');
const fileOf = (name: string) => readFileSync(join(folder, name), 'utf8');

const person = await newPerson(portal);
await portal.runJobs();
// Leaves jobs in the queue.
await newPerson(portal);
// What is counted in the database is counted once for some seconds.
const close = await serveMetrics(portal, { database: true });

afterAll(async () => {
  await close();
  await listener.drain(0);
});

async function read(): Promise<string> {
  const { status, body } = await ask(port, '/metrics');
  expect(status).toBe(200);
  return body;
}

/** The names of metrics, without the endings of a histogram's lines. */
const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:shield|process|nodejs)_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    ),
  );

test('the port of the metrics shows routes by their pattern, jobs, mails and the database, and nothing about people', async () => {
  portal.metrics?.job({ name: 'identity.send-code', kind: 'done', duration: 12 });
  const host = portal.config.baseHost;
  for (const path of [
    '/',
    `/person/${person.accountId}`,
    '/person/new',
    '/wp-admin/setup.php',
    `/hub/api/${person.accountId}`,
    '/hub/api/verifysession',
    '/hooks/other',
    '/healthz',
  ])
    await ask(listener.port, path, { headers: { host } });
  const text = await read();
  const routes = [
    ...text.matchAll(
      /^shield_http_request_duration_seconds_count\{kind="([^"]+)",route="([^"]+)",method="GET",status="(\d+)"/gm,
    ),
  ];
  expect(routes.map(([, kind, route, status]) => `${kind} ${route} ${status}`).toSorted()).toEqual([
    'call /verifysession 401',
    'call unknown 404',
    'health /healthz 200',
    'hook unknown 404',
    'page / 200',
    'page /* 404',
    'page /person/:id 200',
    'page /person/new 200',
  ]);
  expect(text).toMatch(
    /^shield_outside_request_duration_seconds_count\{service="other",result="[24]xx"\} [1-9]/m,
  );
  expect(text).toMatch(/^shield_people 2$/m);
  expect(text).toMatch(/^shield_mails_total\{result="sent"\} [1-9]/m);
  expect(text).toMatch(/^shield_queue_jobs\{job="[\w.-]+",state="\w+"\} \d+$/m);
  expect(text).toMatch(/^shield_job_duration_seconds_count\{job="identity.send-code",result="done"\} 1$/m);
  for (const secret of [person.accountId, person.emailaddress, 'wp-admin'])
    expect(text).not.toContain(secret);
  expect((await ask(port, '/')).status).toBe(404);
});

const alerts = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboard = z.looseObject({
  panels: z.array(
    z.looseObject({ title: z.string(), targets: z.array(z.looseObject({ expr: z.string() })).nonempty() }),
  ),
});

test('alert rules and dashboard name only metrics that exist, and each alert a page of the runbook', async () => {
  const rules = alerts.parse(parse(fileOf('alerts.yml'))).groups.flatMap((group) => group.rules);
  const { panels } = dashboard.parse(JSON.parse(fileOf('dashboard.json')));
  const metrics = portal.metrics;
  if (!metrics) throw new Error('no metrics');
  const shown = new Set(((await metrics.values()) as { name: string }[]).map(({ name }) => name));
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(20);
  expect([...namesIn(expressions.join('\n'))].filter((name) => !shown.has(name))).toEqual([]);
  const troubles = readFileSync(join(folder, '../../docs/operations/troubles.md'), 'utf8');
  const headings = [...troubles.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  for (const { annotations } of rules) expect(headings).toContain(annotations.runbook);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});
