import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { originReader } from '#app/server/origin.ts';
import type { Config } from '#modules/platform/index.ts';

function read(trustedProxies: string[], peer: string, headers: Record<string, string> = {}) {
  const config = { trustedProxies, publicUrl: 'https://portal.example.com' } as Config;
  const request = { headers: { host: 'Portal.Example.com', ...headers }, socket: { remoteAddress: peer } };
  return originReader(config)(request as unknown as IncomingMessage);
}

describe('the client address', () => {
  it('is the peer when no proxy is trusted, whatever the headers claim', () => {
    const headers = {
      'x-forwarded-for': '1.1.1.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    };
    expect(read([], '203.0.113.7', headers)).toEqual({
      address: '203.0.113.7',
      scheme: 'https',
      host: 'portal.example.com',
    });
    expect(read(['10.0.0.0/8'], '203.0.113.7', headers).address).toBe('203.0.113.7');
  });

  it('is the rightmost address that is no trusted proxy', () => {
    const chain = { 'x-forwarded-for': '6.6.6.6, 198.51.100.9, 10.1.1.1' };
    expect(read(['10.0.0.0/8'], '10.0.0.2', chain).address).toBe('198.51.100.9');
  });

  it('is the peer as it stands when it is IPv4 in hexadecimal clothing, or nothing', () => {
    expect(read([], '::ffff:c633:6409').address).toBe('::ffff:c633:6409');
    expect(read(['0.0.0.0/8'], '', { 'x-forwarded-for': '6.6.6.6' }).address).toBe('');
  });

  it('stops at what is no address', () => {
    expect(
      read(['10.0.0.0/8'], '10.0.0.2', { 'x-forwarded-for': '1.1.1.1, unknown, 10.1.1.1' }).address,
    ).toBe('10.1.1.1');
    expect(read(['10.0.0.0/8'], '10.0.0.2', { 'x-forwarded-for': 'garbage' }).address).toBe('10.0.0.2');
  });

  it('knows IPv4 in IPv6 clothing and IPv6', () => {
    expect(read(['10.0.0.2'], '::ffff:10.0.0.2', { 'x-forwarded-for': '2001:db8::9' }).address).toBe(
      '2001:db8::9',
    );
    expect(read(['fd00::/8'], 'fd00::1', { 'x-forwarded-for': '[2001:db8::9]:443' }).address).toBe(
      '2001:db8::9',
    );
  });

  it('takes host and scheme from a trusted proxy', () => {
    const headers = { 'x-forwarded-host': 'Acme.Example.com', 'x-forwarded-proto': 'https' };
    expect(read(['10.0.0.0/8'], '10.0.0.2', headers)).toMatchObject({
      host: 'acme.example.com',
      scheme: 'https',
    });
  });

  it('takes the first of several hosts and schemes, without the space around it', () => {
    const headers = {
      'x-forwarded-host': ' acme.example.com , inner.example.com',
      'x-forwarded-proto': ' http , https',
    };
    expect(read(['10.0.0.0/8'], '10.0.0.2', headers)).toMatchObject({
      host: 'acme.example.com',
      scheme: 'http',
    });
  });

  it('is the proxy itself, at its own host, when it names nobody', () => {
    expect(read(['10.0.0.0/8'], '10.0.0.2')).toEqual({
      address: '10.0.0.2',
      scheme: 'https',
      host: 'portal.example.com',
    });
    expect(read(['10.0.0.0/8'], '10.0.0.2', { 'x-forwarded-for': ' , 198.51.100.9 ,' }).address).toBe(
      '198.51.100.9',
    );
  });

  it('is the furthest one when all are trusted', () => {
    const chain = { 'x-forwarded-for': '10.3.3.3, 10.2.2.2' };
    expect(read(['10.0.0.0/8'], '10.0.0.2', chain).address).toBe('10.3.3.3');
  });

  it('reads a network of IPv6 addresses, and one address next to it as untrusted', () => {
    const chain = { 'x-forwarded-for': '2001:db8::9' };
    expect(read(['fd00::/8'], 'fe00::1', chain).address).toBe('fe00::1');
    expect(read(['fd00::1'], 'fd00::1', chain).address).toBe('2001:db8::9');
    expect(read(['10.0.0.2'], '10.0.0.3', chain).address).toBe('10.0.0.3');
    expect(read(['10.0.0.2'], '10.0.0.2:4711', { 'x-forwarded-for': '198.51.100.9:80' }).address).toBe(
      '198.51.100.9',
    );
  });
});
