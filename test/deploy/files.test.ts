import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { variables } from '#modules/platform/config-variables.ts';
import { readConfig } from '#modules/platform/index.ts';
import { shield } from '../cli/terminal.ts';

/** The files of deploy/, as far as they can be checked without a container engine. */

const folder = join(import.meta.dirname, '../../deploy');
const fileOf = (name: string) => readFileSync(join(folder, name), 'utf8');

const service = z.looseObject({
  image: z.string(),
  read_only: z.boolean().optional(),
  user: z.string().optional(),
  cap_drop: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  env_file: z.never().optional(),
  ports: z.array(z.string()).optional(),
});
const { services } = z
  .looseObject({ services: z.record(z.string(), service) })
  .parse(parse(fileOf('compose.yml'), { merge: true }));

/** What is filled in by hand, as somebody might. */
const filledIn: Record<string, string> = {
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
  SMS_FROM: '+15125550142',
  TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
  TWILIO_AUTH_TOKEN: '0123456789abcdef',
  STRIPE_SECRET_KEY: 'sk_live_0123456789',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  CRA_URL: 'https://agency.example.com/api',
  CRA_API_KEY: '0123456789abcdef',
  CRA_WEBHOOK_SECRET: '0123456789abcdef',
  ONFIDO_API_TOKEN: '0123456789abcdef',
  ONFIDO_WORKFLOW_ID: '33333333-3333-4333-8333-333333333333',
  ONFIDO_WEBHOOK_TOKEN: '0123456789abcdef',
};

async function printedEnvironment(): Promise<Record<string, string>> {
  const { code, out, err } = await shield(['setup', '--env', '--domain', 'portal.acme.com'], {});
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return Object.fromEntries(
    [...out.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

test('the printed environment needs one round: what is empty is filled in, and production starts', async () => {
  const printed = await printedEnvironment();
  const empty = Object.keys(printed).filter((name) => printed[name] === '');
  expect(empty.toSorted()).toEqual(Object.keys(filledIn).toSorted());
  const config = readConfig({ ...printed, ...filledIn });
  expect(config).toMatchObject({
    environment: 'production',
    publicUrl: 'https://portal.acme.com',
    webConcurrency: 2,
  });
  // What is not filled in is said at once, a line for each.
  const faults = () => readConfig(printed);
  for (const name of empty) expect(faults).toThrow(`${name}: is required`);
  const again = await printedEnvironment();
  for (const name of ['KEY_RING', 'LOOKUP_KEY', 'SIGNING_KEY', 'BACKUP_KEY', 'OWNER_PASSWORD'])
    expect(again[name]).not.toBe(printed[name]);
});

test('a domain that is none is refused', async () => {
  expect(await shield(['setup', '--env', '--domain', 'https://x'], {})).toMatchObject({ code: 64 });
});

test('compose.yml gives web and worker every variable and no secret of the owner, and asks for no other', async () => {
  const printed = await printedEnvironment();
  const asked = new Set([...fileOf('compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name));
  expect([...asked].filter((name) => !(name in printed))).toEqual([]);
  const elsewhere = ['SHIELD_ENV', 'HOST', 'PORT', 'DATA_FOLDER', 'DATABASE_OWNER_URL', 'STORAGE_FOLDER'];
  const development = ['STRIPE_URL', 'STRIPE_SANDBOX_PORT', 'ONFIDO_URL'];
  const wanted = Object.keys(variables).filter((name) => ![...elsewhere, ...development].includes(name));
  for (const name of ['web', 'worker']) {
    const given = Object.keys(services[name]?.environment ?? {});
    const missing = wanted.filter((each) => !given.includes(each));
    expect(missing, name).toEqual(name === 'web' ? [] : ['TRUSTED_PROXIES']);
    expect(given).not.toContain('DATABASE_OWNER_URL');
    expect(given).not.toContain('POSTGRES_PASSWORD');
  }
  for (const name of ['web', 'worker', 'migrate'])
    expect(services[name], name).toMatchObject({ read_only: true, user: 'node', cap_drop: ['ALL'] });
  // Only the proxy is reached from outside, and each image has a version.
  const open = Object.keys(services).filter((name) => services[name]?.ports);
  expect(open).toEqual(['proxy']);
  for (const { image } of Object.values(services))
    expect(image).toMatch(/^shieldhub$|:(?:RELEASE\.[\dTZ-]+|\d+(?:\.\d+)+[\w-]*)$/);
});

test('every printed variable is read, and every one that compose.yml takes is printed or has a meaning of its own', async () => {
  const printed = Object.keys(await printedEnvironment());
  const taken = new Set([...fileOf('compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  expect(printed.filter((name) => !taken.has(name) && !(name in variables))).toEqual([]);
  expect([...taken].filter((name) => !printed.includes(name) && !(name in variables))).toEqual([]);
  // What an operator changes in the file counts: nothing that it names stands in compose.yml a second time.
  const { S3_BUCKET: bucket } = await printedEnvironment();
  expect(fileOf('compose.yml')).not.toContain(`store/${bucket}`);
});

const wholeFile = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      volumes: z.array(z.string()).default([]),
      networks: z.record(z.string(), z.unknown()).default({}),
      depends_on: z
        .union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])
        .default([]),
      healthcheck: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.record(z.string(), z.unknown()),
});

test('compose.yml names only services, volumes, networks and files that there are', () => {
  const file = wholeFile.parse(parse(fileOf('compose.yml'), { merge: true }));
  const mounted = new Set<string>();
  for (const [name, { volumes, networks, depends_on: needed }] of Object.entries(file.services)) {
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) expect(existsSync(join(folder, source)), `${name}: ${source}`).toBe(true);
      else mounted.add(source);
    }
    for (const network of Object.keys(networks)) expect(Object.keys(file.networks), name).toContain(network);
    const conditions = Array.isArray(needed)
      ? needed.map((each) => [each, 'service_started'] as const)
      : Object.entries(needed).map(([each, { condition }]) => [each, condition] as const);
    for (const [each, condition] of conditions) {
      expect(Object.keys(file.services), name).toContain(each);
      if (condition === 'service_healthy') expect(file.services[each]?.healthcheck, each).toBeDefined();
    }
  }
  expect([...mounted].toSorted()).toEqual(Object.keys(file.volumes).toSorted());
});

/** The instructions of a Dockerfile, without comments, continued lines joined. */
const instructions = fileOf('Dockerfile')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

test('the image runs as an ordinary user from files of root, and Node.js gets the signals', () => {
  const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM')));
  expect(last.find((line) => line.startsWith('USER'))).toBe('USER node');
  expect(last.findIndex((line) => line.startsWith('USER'))).toBeGreaterThan(
    last.findLastIndex((line) => line.startsWith('RUN')),
  );
  for (const line of last.filter((each) => /^(?:ENTRYPOINT|CMD)/.test(each)))
    expect(line, 'a shell would keep the signals').toMatch(/^\w+ \[/);
  expect(last.filter((line) => line.startsWith('COPY'))).toEqual([
    'COPY --from=build --chown=root:root /app /app',
  ]);
  expect(last.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
  for (const line of instructions.filter((each) => each.startsWith('FROM')))
    expect(line).toMatch(/^FROM node:24\.\d+\.\d+-[a-z-]+(?: AS build)?$/);
  expect(instructions.filter((line) => /^(?:ADD|ARG)\b|SECRET|PASSWORD|TOKEN/.test(line))).toEqual([]);
});

test('what the image is made from is all that the engine is sent', () => {
  const copied = /cp -R ([\s\S]+?) "\$target"/.exec(fileOf('image.sh'))?.[1]?.split(/[\s\\]+/) ?? [];
  const sent = [...fileOf('Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
  expect(copied.length).toBeGreaterThan(10);
  expect([...copied, 'deploy/image.sh'].toSorted()).toEqual(sent.toSorted());
});

test('web and worker of one machine have metrics ports of their own, which the file of variables does not set', async () => {
  const ports = ['web', 'worker'].map(
    (name) => /METRICS_PORT=(\d+)/.exec(fileOf(`systemd/shieldhub-${name}.service`))?.[1],
  );
  expect(ports).toEqual(['9464', '9465']);
  expect(await printedEnvironment()).not.toHaveProperty('METRICS_PORT');
});

test('the terminal has the variables and the user of the units, and the owner of the database for two commands alone', () => {
  const script = fileOf('shield');
  for (const name of ['web', 'worker']) {
    const unit = fileOf(`systemd/shieldhub-${name}.service`);
    const [, file] = /^EnvironmentFile=(.+)$/m.exec(unit) ?? [];
    const [, user] = /^User=(.+)$/m.exec(unit) ?? [];
    const [, folder] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? [];
    expect(script).toContain(`\n. ${file}\nSHIELD_ENV=production\n`);
    expect(script).toContain(`exec runuser -u ${user} -- node ${folder}/cli/shield.ts "$@"`);
  }
  expect(script.match(/^.*owner\.env.*$/gm)).toEqual([
    `case "\${1:-} \${2:-}" in 'db migrate' | 'db restore') . /etc/shieldhub/owner.env ;; esac`,
  ]);
});

test('each unit is confined, and starts a command that there is', async () => {
  const units = readdirSync(join(folder, 'systemd')).filter((name) => name.endsWith('.service'));
  expect(units.length).toBe(3);
  for (const unit of units) {
    const text = fileOf(`systemd/${unit}`);
    for (const line of [
      'User=shieldhub',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
    ])
      expect(text, unit).toContain(`\n${line}\n`);
    const words = /cli\/shield\.ts ((?:[a-z]+ ?)+)/.exec(text)?.[1]?.trim().split(' ') ?? [];
    expect(await shield([...words, '--help'], {}), unit).toMatchObject({ code: 0 });
  }
});
