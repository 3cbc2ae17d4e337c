import { describe, expect, it } from 'vitest';
import { isAllowedAddress, readAllowedAddresses } from '#modules/enterprise/api-keys/addresses.ts';
import {
  addTeamMember,
  getKeyOwner,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
  switchEnterpriseOwner,
} from '#modules/enterprise/index.ts';
import { mostApiKeys } from '#modules/enterprise/limits.ts';
import { hashToken, MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newApiKey } from '#test/factories/api-keys.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import { actAs, giveSession, newPerson } from '#test/factories/people.ts';
import { codeOf } from '#test/factories/teams.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** The keys of companies for /api/v1 (D134). */

const portal = await testPortal();

const wanted = { name: 'Yard', scopes: ['connections:read'], ends: 'never', addresses: '' } as const;

const make = ({ owner }: TestCompany, given: object = {}) =>
  owner.visitor.perform(makeApiKey, {
    ...wanted,
    scopes: [...wanted.scopes],
    currentpassword: owner.password,
    ...given,
  });

const revoke = ({ owner }: TestCompany, apikeyid: string) =>
  owner.visitor.perform(revokeApiKey, { apikeyid, currentpassword: owner.password });

const mailsTo = async (to: string) => {
  await portal.runJobs();
  return (await listOutbox(portal.db, { to })).filter(({ subject }) => subject?.includes('API key'));
};

/** The company with another owner, who is signed in with the second step. */
async function handOver(company: TestCompany): Promise<TestCompany> {
  const owner = await newPerson(portal);
  await portal.work('test.add-member', (work) =>
    addTeamMember(work, { companyId: company.companyId, accountId: owner.accountId, role: 'admin' }),
  );
  await company.owner.visitor.perform(switchEnterpriseOwner, { newuserid: owner.accountId });
  await giveSession(owner.visitor, owner.emailaddress);
  return { ...company, owner };
}

/** Everything that the database holds, as text. */
async function wholeDatabase(): Promise<string> {
  const { rows } = await portal.pool.query<{ text: string }>(
    `select query_to_xml('select * from ' || quote_ident(table_name), true, false, '')::text as text
     from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  return rows.map(({ text }) => text).join('\n');
}

describe('a new key', () => {
  it('has 160 random bits, is shown once, and is stored nowhere but as its hash', async () => {
    const company = await newCompany(portal, { company_name: 'Harbor' });
    const { key } = await make(company);
    expect(key).toMatch(/^shk_[A-Za-z0-9_-]{27}$/);
    expect(Buffer.from(key.slice(4), 'base64url')).toHaveLength(20);
    const { keys } = await company.owner.visitor.perform(listApiKeys, {});
    expect(keys).toMatchObject([
      { name: 'Yard', key: `${key.slice(0, 8)}…${key.slice(-4)}`, state: 'active', ends_at: null },
    ]);
    const { rows } = await portal.pool.query('select key_hash from api_key where id = $1', [keys[0]?.id]);
    expect(rows[0].key_hash).toEqual(hashToken(key));
    const [mail] = await mailsTo(company.owner.emailaddress);
    expect(mail?.subject).toBe('New API key for Harbor');
    expect(mail?.text).toContain(`${key.slice(0, 8)}…${key.slice(-4)}`);
    expect(await wholeDatabase()).not.toContain(key);
  });

  it('is made by the owner alone, never by staff who act as the owner, and not while the company is off', async () => {
    const company = await newCompany(portal);
    const admin = await newTeamMember(portal, company, 'admin');
    const given = { ...wanted, scopes: [...wanted.scopes], currentpassword: admin.password };
    expect(await codeOf(admin.visitor.perform(makeApiKey, given))).toBe('role-too-low');
    expect(await codeOf(admin.visitor.perform(listApiKeys, {}))).toBe('role-too-low');
    const { owner } = await admin.visitor.perform(getKeyOwner, {});
    expect(owner).toMatch(/^\S+ \S+$/);
    const staff = await actAs(portal, company.owner);
    const asOwner = { ...given, currentpassword: company.owner.password };
    expect(await codeOf(staff.perform(makeApiKey, asOwner))).toBe('not-in-admin-session');
    const { id } = await newApiKey(company);
    expect(await codeOf(staff.perform(revokeApiKey, { apikeyid: id }))).toBe('not-in-admin-session');
    await portal.pool.query('update company set enterprise_enabled = false where id = $1', [
      company.companyId,
    ]);
    expect(await codeOf(make(company))).toBe('not-found');
  });

  it('needs the password, unless the second step is at most 10 minutes ago', async () => {
    const company = await newCompany(portal);
    expect(await codeOf(make(company, { currentpassword: '' }))).toBe('done');
    portal.clock.advance(10 * MINUTE + 1);
    expect(await codeOf(make(company, { currentpassword: '' }))).toBe(
      'identity.password-confirmation-needed',
    );
    expect(await codeOf(make(company, { currentpassword: 'wrong-Password-1' }))).toBe(
      'identity.password-current-wrong',
    );
    expect(await codeOf(make(company))).toBe('done');
  });

  it('is refused with an unknown scope, without one, and with what is no address', async () => {
    const company = await newCompany(portal);
    expect(await codeOf(make(company, { scopes: ['connections:write'] }))).toBe('invalid-input');
    const nothing = await make(company, { scopes: [] }).catch((error: unknown) => error);
    shows(
      'api-keys.no-scope',
      (nothing as { options: { issues: Record<string, string[]> } }).options.issues.scopes?.[0],
    );
    const wrong = await make(company, { addresses: '300.1.1.1' }).catch((error: unknown) => error);
    shows('api-keys.address', (wrong as { text: string }).text);
  });

  it('is one of at most 20 that work, also if two are made at once', async () => {
    const company = await newCompany(portal);
    for (let made = 0; made < mostApiKeys - 1; made += 1) {
      await portal.pool.query(
        `insert into api_key (id, company_id, name, key_hash, prefix, last_four, scopes, allowed_addresses, made_by_account_id, made_at)
         values (gen_random_uuid(), $1, 'Filler', sha256($2), 'shk_aaaa', 'bbbb', '{alerts:read}', '{}', $3, now())`,
        [company.companyId, `${company.companyId}${made}`, company.owner.accountId],
      );
    }
    const codes = await Promise.all([codeOf(make(company)), codeOf(make(company))]);
    expect(codes.sort()).toEqual(['done', 'enterprise.api-keys-enough']);
    const full = await make(company).catch((error: unknown) => error);
    shows('api-keys.enough', (full as { text: string }).text);
    const { keys } = await company.owner.visitor.perform(listApiKeys, {});
    await revoke(company, keys[0]?.id ?? '');
    expect(await codeOf(make(company))).toBe('done');
  });
});

describe('a revoked key', () => {
  it('is the company’s own, is revoked once, and stays so', async () => {
    const company = await newCompany(portal, { company_name: 'Pine' });
    const { id } = await newApiKey(company, { name: 'HR import' });
    const other = await newCompany(portal);
    expect(await codeOf(revoke(other, id))).toBe('not-found');
    await revoke(company, id);
    const again = await revoke(company, id).catch((error: unknown) => error);
    shows('api-keys.not-active', (again as { text: string }).text);
    const { keys } = await company.owner.visitor.perform(listApiKeys, {});
    expect(keys).toMatchObject([{ state: 'revoked', revoked_at: expect.any(Date) }]);
    const subjects = (await mailsTo(company.owner.emailaddress)).map(({ subject }) => subject);
    expect(subjects).toContain('An API key for Pine was revoked');
    await expect(
      portal.pool.query('update api_key set revoked_at = null, revoked_by_account_id = null where id = $1', [
        id,
      ]),
    ).rejects.toThrow('a revoked API key stays revoked');
    await expect(
      portal.pool.query('update api_key set company_id = $2 where id = $1', [id, other.companyId]),
    ).rejects.toThrow();
  });

  it('can be one of a former owner, which the new owner sees and revokes', async () => {
    const company = await newCompany(portal, { team_management_enabled: true });
    const { id } = await newApiKey(company, { name: 'Left behind' });
    const now = await handOver(company);
    expect(await codeOf(revoke(company, id))).toBe('role-too-low');
    const { keys } = await now.owner.visitor.perform(listApiKeys, {});
    expect(keys).toMatchObject([{ id, name: 'Left behind', state: 'active' }]);
    expect(await codeOf(revoke(now, id))).toBe('done');
    const subjects = (await mailsTo(now.owner.emailaddress)).map(({ subject }) => subject);
    expect(subjects).toContain('An API key for Test Builders was revoked');
  });
});

describe('allowed addresses', () => {
  it('are addresses and networks of both families', () => {
    expect(readAllowedAddresses(' 198.51.100.7, 198.51.100.0/24\n2001:DB8::/32 198.51.100.7')).toEqual([
      '198.51.100.7',
      '198.51.100.0/24',
      '2001:db8::/32',
    ]);
    for (const wrong of [
      '198.51.100.7/33',
      '2001:db8::/129',
      '1.2.3',
      'example.com',
      '1.2.3.4/',
      'fe80::1%eth0',
    ])
      expect(readAllowedAddresses(wrong), wrong).toBeNull();
    expect(readAllowedAddresses(Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`).join(' '))).toBeNull();
  });

  it('let in what is in one of them alone', () => {
    const allowed = ['198.51.100.7', '203.0.113.0/24', '2001:db8::/32'];
    const let_in = ['198.51.100.7', '203.0.113.255', '2001:db8:1::1'];
    for (const address of let_in) expect(isAllowedAddress(address, allowed), address).toBe(true);
    for (const address of ['198.51.100.8', '203.0.114.0', '2001:db9::1', '', 'system'])
      expect(isAllowedAddress(address, allowed), address).toBe(false);
    expect(isAllowedAddress('192.0.2.1', [])).toBe(true);
  });
});
