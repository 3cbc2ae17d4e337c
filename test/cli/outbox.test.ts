import { beforeAll, describe, expect, it } from 'vitest';
import { keepInOutbox } from '#sandboxes/outbox/index.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { shield } from './terminal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal();
  const createdAt = new Date('2026-03-01T10:00:00Z');
  const common = { html: null, messageId: null, attachments: [], createdAt };
  await keepInOutbox(portal.db, {
    ...common,
    channel: 'mail',
    to: 'dana@shieldhub.test',
    subject: 'Your code',
    text: 'A1B2C3',
    links: ['http://localhost:3000/verify'],
    code: 'A1B2C3',
  });
  await keepInOutbox(portal.db, {
    ...common,
    channel: 'sms',
    to: '+15550101234',
    subject: null,
    text: 'Hello',
    links: [],
    code: null,
  });
});

const list = (...words: string[]) => {
  const { host, port, user, password, database } = portal.pool.options;
  return shield(['outbox', 'list', ...words], {
    DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${database}`,
    DATA_FOLDER: portal.config.dataFolder,
  });
};

describe('shield outbox list', () => {
  it('answers what one recipient got, in JSON', async () => {
    const { code, out } = await list('--to', 'dana@shieldhub.test', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([
      {
        channel: 'mail',
        to: 'dana@shieldhub.test',
        subject: 'Your code',
        text: 'A1B2C3',
        links: ['http://localhost:3000/verify'],
        code: 'A1B2C3',
      },
    ]);
  });

  it('shows all as a table, newest first', async () => {
    const { out } = await list();
    const lines = out.split('\n').filter((line) => /dana@|\+15550101234/.test(line));
    expect(lines[0]).toMatch(/sms .*\+15550101234 +Hello/);
    expect(lines[1]).toMatch(/mail .*dana@shieldhub\.test +Your code +A1B2C3 +http/);
  });

  it('narrows by kind and by count', async () => {
    expect(JSON.parse((await list('--channel', 'sms', '--json')).out)).toHaveLength(1);
    expect(JSON.parse((await list('--limit', '1', '--json')).out)).toHaveLength(1);
  });
});

describe('shield outbox show and resend', () => {
  const outbox = (...words: string[]) => {
    const { host, port, user, password, database } = portal.pool.options;
    return shield(['outbox', ...words], {
      DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${database}`,
      DATA_FOLDER: portal.config.dataFolder,
    });
  };

  it('shows a kept message, and puts it into the outbox once more', async () => {
    await keepInOutbox(portal.db, {
      channel: 'mail',
      to: 'ivan@shieldhub.test',
      subject: 'Your receipt',
      text: 'Paid',
      html: null,
      links: [],
      code: null,
      messageId: null,
      attachments: [],
      // Older than the others, as is what is sent again.
      createdAt: new Date('2026-02-01T10:00:00Z'),
    });
    const kept = async () =>
      JSON.parse((await outbox('list', '--to', 'ivan@shieldhub.test', '--json')).out) as { id: string }[];
    const id = (await kept())[0]?.id ?? '';
    expect((await outbox('show', id)).out).toMatch(/^to +ivan@shieldhub\.test$/m);
    expect(JSON.parse((await outbox('show', id, '--json')).out)).toMatchObject({ text: 'Paid' });
    expect((await outbox('resend', id)).out).toMatch(/^Sent again to ivan@shieldhub\.test as /);
    expect(await kept()).toHaveLength(2);
  });

  it('refuses an id that is none, and one of nothing', async () => {
    expect(await outbox('show', 'x')).toMatchObject({ code: 64 });
    expect(await outbox('resend')).toMatchObject({ code: 64 });
    const nothing = '00000000-0000-4000-8000-000000000000';
    expect(await outbox('show', nothing)).toMatchObject({ code: 66 });
    expect(await outbox('resend', nothing)).toMatchObject({
      code: 66,
      err: expect.stringContaining('shield jobs retry'),
    });
  });
});
