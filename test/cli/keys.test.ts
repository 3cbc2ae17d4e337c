// Takes long: people, a company and its network are made by operations, and the key is rotated by the command.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { downloadReport, readReport } from '#modules/applications/index.ts';
import { askExport, downloadExport, getMyRequests } from '#modules/identity/index.ts';
import { getInviteLink, getShareLink, makeShareLink, newInvite } from '#modules/network/index.ts';
import { contentOf } from '#test/content-of.ts';
import { newRingKey } from '#test/factories/key-rings.ts';
import { giveReport } from '#test/factories/network.ts';
import { giveSession, PASSWORD } from '#test/factories/people.ts';
import { newSharedNetwork } from '#test/factories/shieldlink.ts';
import { freePort } from '#test/free-port.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { testSecrets } from '#test/secrets.ts';
import { shield } from './terminal.ts';

const later = `later:${newRingKey()}`;

/** A portal whose database and keys a command can use. */
async function openPortal() {
  const former = `former:${newRingKey()}`;
  const portal = await testPortal({ environment: { KEY_RING: former } });
  const { dataFolder } = portal.config;
  writeFileSync(join(dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });
  const command = async (words: string[], ring: string) =>
    shield(words, {
      DATABASE_URL: portal.databaseUrl,
      DATABASE_OWNER_URL: portal.ownerUrl,
      DATA_FOLDER: dataFolder,
      KEY_RING: ring,
      PORT: String(await freePort()),
    });
  return { portal, command, former };
}

test('with the new key alone, the portal starts after a rotation and answers links, reports and files', async () => {
  const { portal, command, former } = await openPortal();
  const { client, person } = await newSharedNetwork(portal);
  await giveReport(portal, person.accountId);
  const appid = await applicationOf(portal, person.accountId);
  const { linkid } = await person.visitor.perform(makeShareLink, { label: 'Gate', days: '14' });
  const { inviteid } = await client.owner.visitor.perform(newInvite, { touser: 'guest@example.com' });
  await person.visitor.perform(askExport, { currentpassword: PASSWORD });
  await portal.runJobs();
  const before = {
    share: await person.visitor.perform(getShareLink, { linkid }),
    invite: await client.owner.visitor.perform(getInviteLink, { inviteid }),
  };

  for (const process of ['web', 'worker']) {
    expect(await command([process], later), process).toMatchObject({
      code: 78,
      err: expect.stringMatching(
        /KEY_RING: \d+ stored values are encrypted with the key 'former', which is missing/,
      ),
    });
  }
  const rotated = await command(['keys', 'rotate'], `${later},${former}`);
  expect(rotated).toMatchObject({ code: 0, err: '' });
  expect(rotated.out).toMatch(/^connection\.code_sealed +[1-9]\d* +0$/m);
  expect(rotated.out).toMatch(/^score_change\.report_key +1 +0$/m);

  const again = await testPortal({
    database: { url: portal.databaseUrl, ownerUrl: portal.ownerUrl },
    environment: { DATA_FOLDER: portal.config.dataFolder, KEY_RING: later },
    now: portal.clock.now(),
  });
  const [visitor, owner] = [again.visitor(), again.visitor()];
  await giveSession(visitor, person.emailaddress);
  await giveSession(owner, client.owner.emailaddress);
  expect(await visitor.perform(getShareLink, { linkid })).toEqual(before.share);
  expect(await owner.perform(getInviteLink, { inviteid })).toEqual(before.invite);
  const { downloadlink } = await visitor.perform(downloadReport, { appid });
  const { pdf } = await visitor.perform(readReport, { token: downloadlink.split('/').at(-1) ?? '' });
  expect((await contentOf(pdf)).toString()).toMatch(/^%PDF/);
  const { requests } = await visitor.perform(getMyRequests, {});
  const { zip } = await visitor.perform(downloadExport, { id: requests[0]?.id ?? '' });
  expect((await contentOf(zip)).toString('latin1', 0, 2)).toBe('PK');
});

test('a value that does not open is named with its table and row, and the exit code is 1', async () => {
  const { portal, command, former } = await openPortal();
  const id = '0f000000-0000-7000-8000-000000000001';
  await portal.pool.query('insert into person_key (person_id, wrapped, created_at) values ($1, $2, now())', [
    id,
    portal.keys.encrypt('moved', 'another row'),
  ]);
  const { code, out, err } = await command(['keys', 'rotate'], `${later},${former}`);
  expect(code).toBe(1);
  expect(out).toMatch(new RegExp(`^person_key\\.wrapped +${id} +A sealed value does not open`, 'm'));
  expect(out).toMatch(/^person_key\.wrapped +\d+ +1$/m);
  expect(err).toBe('Could not open 1 value. Keep the other keys in KEY_RING.');
});

async function applicationOf({ pool }: TestPortal, accountId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from application where account_id = $1', [
    accountId,
  ]);
  return rows[0]?.id ?? '';
}
