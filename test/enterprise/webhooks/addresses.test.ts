import { describe, expect, it } from 'vitest';
import { addWebhook, listWebhooks } from '#modules/enterprise/index.ts';
import { isPublicAddress, readTarget } from '#modules/enterprise/webhooks/addresses.ts';
import { newCompany } from '#test/factories/network.ts';
import { connectReceiver, newReceiver } from '#test/factories/webhooks.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** Where webhooks may go (D136). */

const portal = await testPortal();
const receiver = await newReceiver();

describe('an address that is looked up', () => {
  it.each([
    ['this network', '0.0.0.0', '0.1.2.3'],
    ['private', '10.0.0.8', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ['of a carrier', '100.64.0.1', '100.127.255.255'],
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['link-local', '169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
    [
      'of a metadata service',
      '169.254.169.254',
      'fd00:ec2::254',
      '100.100.100.200',
      '192.0.0.192',
      '168.63.129.16',
    ],
    ['for documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
    ['for benchmarks', '198.18.0.1', '198.19.255.255', '2001:2::1'],
    ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
    ['reserved', '240.0.0.1', '255.255.255.255', '::', '4000::1', '100::1', '5f00::1'],
    ['unique-local', 'fc00::1', 'fdff::1'],
    ['site-local', 'fec0::1'],
    [
      'mapped from IPv4',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
      '::ffff:7f00:1',
      '::127.0.0.1',
    ],
    [
      'translated from IPv4',
      '64:ff9b::7f00:1',
      '64:ff9b::808:808',
      '64:ff9b:1::1',
      '2002:7f00:1::',
      '2001:0:7f00:1::',
    ],
    ['no address', '', 'localhost', '127.1', '2130706433', '0x7f.1', '[::1]'],
  ])('is refused: %s', (_kind, ...addresses) => {
    for (const address of addresses) expect(isPublicAddress(address), address).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.32.0.1',
    '192.0.1.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('is taken: %s', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('the address of an endpoint', () => {
  it.each([
    'http://hooks.example.com/',
    'http://localhost/',
    'ftp://hooks.example.com/',
    'javascript:alert(1)',
    'hooks.example.com/in',
    '//hooks.example.com',
    'https://user:secret@hooks.example.com/',
    'https://hooks.example.com/#part',
    'https://hooks.example.com:0/',
    'https://hooks.example.com:65536/',
    'https://',
    '',
  ])('is refused: %s', (address) => expect(readTarget(address, false)).toBeNull());

  it('may be http in development, to this machine alone', () => {
    expect(readTarget('http://localhost:4000/in', true)).toMatchObject({ secure: false, port: 4000 });
    expect(readTarget('http://127.0.0.1/in', true)).toMatchObject({ port: 80 });
    expect(readTarget('http://[::1]/in', true)).toMatchObject({ host: '::1' });
    expect(readTarget('http://hooks.example.com/', true)).toBeNull();
    expect(readTarget('http://10.0.0.8/', true)).toBeNull();
  });

  it('may have any port, because the address that it leads to decides', () => {
    const portOf = (address: string) => readTarget(address, false)?.port;
    expect(portOf('https://hooks.example.com/')).toBe(443);
    expect(portOf('https://hooks.example.com:8443/in')).toBe(8443);
    expect(portOf('https://hooks.example.com:22/in')).toBe(22);
  });

  it('in another notation is read as what it is', () => {
    for (const written of ['https://2130706433/', 'https://0x7f.1/', 'https://127.1/', 'https://①②⑦.0.0.1/'])
      expect(readTarget(written, false)?.host, written).toBe('127.0.0.1');
  });
});

it('is checked when it is added, and a refused one is answered in plain words and stored nowhere', async () => {
  const company = await newCompany(portal);
  const { hosts, dialed } = connectReceiver(portal, receiver);
  hosts.set('gone.example.com', new Error('ENOTFOUND'));
  hosts.set('inside.example.com', ['8.8.8.8', '10.0.0.8']);
  hosts.set('10.0.0.8', ['10.0.0.8']);
  hosts.set('::ffff:a00:8', ['::ffff:a00:8']);
  const add = async (address: string) => {
    const refused = await company.owner.visitor
      .perform(addWebhook, { address, events: ['bulk.finished'], currentpassword: company.owner.password })
      .catch((error: unknown) => error);
    const { text, options } = refused as { text: string; options: { field?: string } };
    expect(options.field).toBe('address');
    return text;
  };
  shows('webhooks.insecure', await add('http://hooks.example.com/in'));
  shows('webhooks.not-public', await add('https://gone.example.com/in'));
  shows('webhooks.not-public', await add('https://inside.example.com/in'));
  shows('webhooks.not-public', await add('https://10.0.0.8/in'));
  shows('webhooks.not-public', await add('https://inside.example.com:8443/in'));
  shows('webhooks.not-public', await add('https://[::ffff:10.0.0.8]/in'));
  expect(dialed).toEqual([]);
  expect((await company.owner.visitor.perform(listWebhooks, {})).webhooks).toEqual([]);
});
