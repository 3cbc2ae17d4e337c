// Takes long: three web processes, two workers and a read replica are started, replaced or killed one after the other.
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { MINUTE, SECOND } from '#modules/platform/index.ts';
import { startReplication } from '#test/replication.ts';
import { ask } from '../app/server/ask.ts';
import { startS3Server } from '../platform/storage/s3-server.ts';
import { findInstalled } from './installed.ts';
import { jobsDone, setUpSite, startMachine } from './machines.ts';
import { PlainBrowser } from './plain-browser.ts';
import { startProxy } from './proxy.ts';
import { codeFor, password, register } from './registering.ts';
import { openSite, origin } from './site.ts';
import { steadyLoad } from './steady-load.ts';

const haproxy = findInstalled('haproxy');
const PEOPLE = ['ada@example.com', 'ben@example.com', 'cleo@example.com'] as const;

/** Three machines with web and two with worker, on one database and one storage, behind HAProxy. */
async function openMachines(program: string) {
  const replication = await startReplication();
  onTestFinished(() => replication.stop());
  const site = await openSite(replication.primary);
  const account = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret-of-test', region: 'us-east-1' };
  const bucket = await startS3Server(account);
  onTestFinished(() => bucket.stop());
  const environment = {
    ...site.environment,
    STORAGE: 's3',
    STORAGE_FOLDER: undefined,
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: 'shieldhub',
    S3_ACCESS_KEY_ID: account.accessKeyId,
    S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    LOG_LEVEL: 'fatal',
    SHUTDOWN_DELAY: '3',
  };
  await setUpSite({ ...site, environment, owning: { ...environment, ...ownerOf(site.owning) } }, 'Northgate');
  const webs = await Promise.all(
    [1, 2, 3].map(() => startMachine('web', { ...environment, DATABASE_READ_URL: replication.readUrl })),
  );
  const workers = await Promise.all([1, 2].map(() => startMachine('worker', environment)));
  const proxyPort = await startProxy(
    site.folder,
    program,
    webs.map(({ port }) => port),
  );
  /** Everybody's address is that of the test: what a client sends as its address does not pass the proxy. */
  const visitor = () => new PlainBrowser(proxyPort, origin, '203.0.113.7');
  return { ...site, webs, workers, proxyPort, visitor, replication };
}

const ownerOf = ({ DATABASE_OWNER_URL }: { DATABASE_OWNER_URL?: string | undefined }) => ({
  DATABASE_OWNER_URL,
});

test.skipIf(!haproxy)(
  'three webs and two workers behind HAProxy are one portal, also while they are replaced and killed',
  async () => {
    const { webs, workers, mailbox, pool, visitor, proxyPort, replication } = await openMachines(
      haproxy ?? '',
    );
    const begun = Date.now();
    const doneAtStart = await jobsDone(workers, 'network.sweep-due');

    // A session that one machine opened is known to each of them, and its end too.
    const people: PlainBrowser[] = [];
    for (const address of PEOPLE) {
      const browser = visitor();
      await register(browser, mailbox, address);
      people.push(browser);
    }
    const [ada = visitor()] = people;
    for (const { port } of webs) {
      expect(JSON.parse((await ada.at(port).get('/hub/api/verifysession')).body)).toMatchObject({
        user: { emailaddress: PEOPLE[0] },
      });
    }
    ada.at(proxyPort);
    const { rows: addresses } = await pool.query<{ address: string }>(
      'select distinct address from audit_entry where actor_id is not null',
    );
    expect(addresses, 'only the proxy says where somebody comes from').toEqual([{ address: '127.0.0.1' }]);
    const leaving = visitor();
    await register(leaving, mailbox, 'dora@example.com');
    await leaving.at(webs[0]?.port ?? 0).get('/hub/api/logout');
    for (const { port } of webs)
      expect((await leaving.at(port).get('/user')).headers.location, 'signed out everywhere').toMatch(
        /^\/login/,
      );

    // What one address may do in an hour, it may do on all machines together.
    const statuses: number[] = [];
    for (let at = 0; at < 24; at += 1) {
      const browser = new PlainBrowser(webs[at % 3]?.port ?? 0, origin, '203.0.113.200');
      statuses.push(
        (await browser.post('/user/forgotpassword', { emailaddress: `nobody${at}@example.com` })).status,
      );
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429]);

    // A photo that was sent to one machine is shown by each of them.
    const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const { uploadurl } = JSON.parse(
      (
        await ada
          .at(webs[0]?.port ?? 0)
          .get(`/hub/api/profile/uploadimage?bytes=${picture.length}&contenttype=image/png`)
      ).body,
    ) as { uploadurl: string };
    const put = await fetch(uploadurl, {
      method: 'PUT',
      headers: { 'Content-Type': 'image/png' },
      body: new Uint8Array(picture),
    });
    expect(put.status, await put.text()).toBe(200);
    const uploaded = await ada
      .at(webs[1]?.port ?? 0)
      .call('/profile/uploadimage', { uploadstatus: put.status });
    expect(uploaded).toMatchObject({ profileimageurl: expect.stringMatching(/^\/images\//) });
    for (const { port } of webs) {
      const shown = await ada.at(port).get(String(uploaded.profileimageurl));
      expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
    }
    ada.at(proxyPort);

    // A new name of the brand is shown by all, although each remembered the former one.
    const titles = () =>
      Promise.all(
        webs.map(async ({ port }) => {
          const { body } = await new PlainBrowser(port, origin, '203.0.113.99').get('/login');
          return /<title>(.*?)<\/title>/.exec(body)?.[1];
        }),
      );
    expect(await titles()).toEqual(webs.map(() => 'Log in - Northgate'));
    const staff = visitor();
    await staff.open(
      await mailbox.find('admin@example.com', /(https:\/\/portal\.example\.test\/forgotpassword\/\S+)/),
    );
    await staff.press('Continue');
    await staff.press('Update Password', { password, confirmpassword: password });
    await staff.open('/login');
    await staff.press('Log in', { emailaddress: 'admin@example.com', password });
    await staff.open(`/verify?code=${await codeFor(mailbox, 'admin@example.com')}`);
    await staff.press('Verify');
    await staff.open('/admin/settings');
    if (staff.text.includes('Read the terms')) {
      await staff.open('/admin/tools');
      await staff.press('Continue', { accept_terms: 'on' });
      await staff.open('/admin/settings');
    }
    await staff.press('Save settings', { company_name: 'Southgate', company_state: 'TX' });
    await expect.poll(titles, { timeout: 2 * SECOND }).toEqual(webs.map(() => 'Log in - Southgate'));

    // One machine after the other is stopped and started again while people work.
    const rolling = steadyLoad(people, [visitor(), visitor()]);
    await rolling.more(20);
    for (const web of webs) {
      expect(await web.stop()).toBe(0);
      await web.start();
      await rolling.more(20);
    }
    const rolled = await rolling.end();
    expect(rolled).toMatchObject({ failedReads: [], failedWrites: [], stale: 0 });

    // One machine is killed while people work: what only reads is answered by another one.
    const savings = async () =>
      Number(
        (await pool.query(`select count(*) from audit_entry where action = 'identity.preferences-saved'`))
          .rows[0].count,
      );
    const before = await savings();
    const cut = steadyLoad(people, [visitor(), visitor(), visitor()]);
    await cut.more(20);
    await webs[0]?.kill();
    await cut.more(40);
    await webs[0]?.start();
    await cut.more(20);
    const left = await cut.end();
    expect(left).toMatchObject({ failedReads: [], stale: 0 });
    // A change that was under way in it is answered 502, and was made once or not at all.
    expect(left.failedWrites.filter((status) => status !== 502)).toEqual([]);
    expect(left.failedWrites.length).toBeLessThanOrEqual(PEOPLE.length);
    expect(await savings()).toBeLessThanOrEqual(before + left.writes + left.failedWrites.length);

    // The replica falls behind, dies and comes back while people work: nobody reads older than they wrote.
    const leftOut = () =>
      Promise.all(webs.map(async ({ port }) => (await ask(port, '/readyz')).body.includes('"replica"')));
    const becomes = (isOut: boolean) =>
      expect.poll(leftOut, { timeout: 60 * SECOND }).toEqual(webs.map(() => isOut));
    await becomes(false);
    const lagging = steadyLoad(people, [visitor()]);
    await lagging.more(20);
    await replication.pause();
    await becomes(true);
    await replication.resume();
    await becomes(false);
    await replication.killReplica();
    await lagging.more(20);
    await becomes(true);
    await replication.startReplica();
    await becomes(false);
    await lagging.more(20);
    const lagged = await lagging.end();
    expect(lagged).toMatchObject({ failedReads: [], failedWrites: [], stale: 0 });

    // A schedule of each minute has run once a minute, although both workers know it.
    const runs = async () => (await jobsDone(workers, 'network.sweep-due')) - doneAtStart;
    const minutes = () => Math.floor(Date.now() / MINUTE) - Math.floor(begun / MINUTE);
    while (minutes() < 2 || new Date().getSeconds() < 20 || new Date().getSeconds() > 50) await pause(SECOND);
    expect(await runs()).toBe(minutes());
    process.stdout.write(
      `Rolling restart: ${rolled.reads} pages and ${rolled.writes} changes, none failed. ` +
        `A web killed: ${left.reads} pages and ${left.writes} changes, ${left.failedWrites.length} changes answered 502. ` +
        `The replica behind, killed and started again: ${lagged.reads} pages and ${lagged.writes} changes, none failed or too old. ` +
        `Schedule of each minute: ${minutes()} minutes, ${await runs()} runs\n`,
    );
  },
);
