import { HOUR, hashToken, type KeyCaller, type Portal } from '#modules/platform/index.ts';
import { isAllowedAddress } from '../api-keys/addresses.ts';
import { isSecret } from '../api-keys/secret.ts';
import { Refusal } from '../refusals.ts';

/**
 * Whose key a request carries. Its last use is noted once an hour.
 * @param authorization the header of that name
 * @param address that of the client
 * @throws Refusal enterprise.api-key-missing, -wrong, -revoked, -expired, -stopped, -foreign-address
 */
export async function findKey(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  authorization: string | undefined,
  address: string,
): Promise<KeyCaller> {
  const secret = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (secret === undefined) throw new Refusal('enterprise.api-key-missing');
  // A text of another form is not worth a query.
  const key = isSecret(secret) ? await readKey(db, secret) : undefined;
  if (!key) throw new Refusal('enterprise.api-key-wrong');
  const detail = `API key ${key.id}`;
  const now = clock.now();
  if (key.revoked_at !== null) throw new Refusal('enterprise.api-key-revoked', { detail });
  if (key.ends_at !== null && key.ends_at <= now) throw new Refusal('enterprise.api-key-expired', { detail });
  if (!key.enterprise_enabled) throw new Refusal('enterprise.api-key-stopped', { detail });
  if (!isAllowedAddress(address, key.allowed_addresses)) {
    throw new Refusal('enterprise.api-key-foreign-address', { detail });
  }
  const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR);
  if (key.last_used_at === null || key.last_used_at < hour) await noteUse(db, key.id, hour, address);
  return { keyId: key.id, companyId: key.company_id, scopes: key.scopes };
}

function readKey(db: Portal['db'], secret: string) {
  return db
    .selectFrom('api_key as k')
    .innerJoin('company as c', 'c.id', 'k.company_id')
    .select([
      'k.id',
      'k.company_id',
      'k.scopes',
      'k.allowed_addresses',
      'k.ends_at',
      'k.revoked_at',
      'k.last_used_at',
      'c.enterprise_enabled',
    ])
    .where('k.key_hash', '=', hashToken(secret))
    .executeTakeFirst();
}

/** A key that is revoked in this moment keeps its row as it is. */
async function noteUse(db: Portal['db'], id: string, hour: Date, address: string): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: hour, last_used_address: address })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<', hour)]))
    .execute();
}
