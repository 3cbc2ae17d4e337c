// Takes long: it runs each text of an example as a program.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readContents, readGroup } from '#modules/reference.ts';
import { newApiKey } from '#test/factories/api-keys.ts';
import { newCompany } from '#test/factories/network.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

/** The texts of the examples, run as they are shown: one call of each kind. */

const portal = await servedPortal();
const company = await newCompany(portal);
const { key } = await newApiKey(company);
const session = company.owner.visitor.cookies.get('session') ?? '';
const run = promisify(execFile);

/** The examples of a call as its page shows them. */
function exampleOf(id: string) {
  const groups = readContents(portal).surfaces.flatMap((surface) => surface.groups);
  const calls = groups.flatMap(({ to }) => {
    const [, , surface = '', group = ''] = to.split('/');
    return readGroup(portal, surface, group)?.calls ?? [];
  });
  const example = calls.find((call) => call.id === id)?.example;
  if (!example) throw new Error(`${id} has no example`);
  return example;
}

async function runCurl(id: string): Promise<Record<string, unknown>> {
  const env = { ...process.env, BASE: portal.origin, SHIELDHUB_KEY: key, SESSION: session };
  const { stdout } = await run('sh', ['-c', exampleOf(id).curl.replace(/^curl/, 'curl --silent')], { env });
  return JSON.parse(stdout);
}

async function runJavaScript(id: string): Promise<Record<string, unknown>> {
  const text = `const [base, key] = process.argv.slice(1);\n${exampleOf(id).javascript}\nconsole.log(JSON.stringify(result));`;
  const options = ['--input-type=module', '--eval', text, portal.origin, key];
  return JSON.parse((await run(process.execPath, options)).stdout);
}

/** A call that reads, one that sends JSON, one that sends lines. */
test.each([
  ['get-v1-compliance-connections', 'not-found'],
  ['get-v1-connections', 'data'],
  ['post-v1-invitations', 'id'],
  ['post-v1-invitations-bulk', 'results'],
])('%s with a key, in curl and JavaScript', async (id, answered) => {
  if (answered === 'not-found') {
    expect((await runCurl(id)).code).toBe(answered);
    await expect(runJavaScript(id)).rejects.toThrow('We couldn’t find that');
    return;
  }
  expect(await runCurl(id)).toHaveProperty(answered);
  expect(await runJavaScript(id)).toHaveProperty(answered);
});

test.each([['get-myprofile'], ['post-user-listenterpriseteam'], ['post-user-checkemail']])(
  '%s with a session or without one, in curl',
  async (id) => {
    expect(await runCurl(id)).toMatchObject({ success: true });
  },
);
