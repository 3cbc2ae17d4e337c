import { describe, expect, it } from 'vitest';
import { ContentSecurityPolicy, commonHeaders, cspRules, pageHeaders } from '#app/server/headers.ts';
import type { Config } from '#modules/platform/index.ts';

const config = (publicUrl: string, storage: Partial<Config['storage']> = { kind: 'folder' }) =>
  ({ publicUrl, brandedHostSuffix: '.portal.example.com', storage }) as Config;

const policy = (of: Config) => new ContentSecurityPolicy(cspRules(of, { vite: false })).toString('abc');

it('the page with the card form lets its frame ask for Apple Pay and Google Pay, and no other page does', () => {
  const csp = new ContentSecurityPolicy(cspRules(config('https://portal.example.com'), { vite: false }));
  expect(csp.permissions()).toContain('payment=(self)');
  expect(Object.fromEntries(pageHeaders)['Permissions-Policy']).toBe(csp.permissions());
  csp.allow({ payment: ['https://js.stripe.com'] });
  expect(csp.permissions()).toContain('payment=(self "https://js.stripe.com")');
  expect(csp.toString('abc')).not.toContain('js.stripe.com');
});

describe('outside development', () => {
  const live = config('https://portal.example.com');

  it('browsers are told to stay on https', () => {
    expect(Object.fromEntries(commonHeaders(live))['Strict-Transport-Security']).toMatch(/^max-age=63072000/);
    expect(policy(live)).toContain('upgrade-insecure-requests');
    expect(Object.fromEntries(commonHeaders(config('http://localhost:3000')))).not.toHaveProperty(
      'Strict-Transport-Security',
    );
    expect(policy(config('http://localhost:3000'))).not.toContain('upgrade-insecure-requests');
  });

  it('a form may lead to the base host and to every branded one', () => {
    expect(policy(live)).toContain(
      "form-action 'self' https://portal.example.com https://*.portal.example.com;",
    );
  });

  it('pages reach the store of files, wherever it is', () => {
    const amazon = { kind: 's3', endpoint: null, region: 'eu-west-1', bucket: 'files' } as const;
    expect(policy(config(live.publicUrl, amazon))).toContain(
      "connect-src 'self' https://files.s3.eu-west-1.amazonaws.com;",
    );
    const own = {
      kind: 's3',
      endpoint: 'https://store.example.com/base',
      region: 'us-east-1',
      bucket: 'files',
    } as const;
    expect(policy(config(live.publicUrl, own))).toContain(
      "img-src 'self' data: blob: https://store.example.com;",
    );
    expect(policy(live)).toContain("connect-src 'self' https://portal.example.com;");
  });
});
