import {
  type Database,
  hashToken,
  newId,
  type Portal,
  purge,
  type Sweep,
  sealedColumn,
  sql,
} from '#modules/platform/index.ts';
import { KEY_REQUEST_KEPT, KEY_REQUEST_LONGEST } from '../limits.ts';
import { Refusal } from '../refusals.ts';

/** Requests with an Idempotency-Key: each is carried out once, and a repetition gets the first answer (D135). */

const sealedAt = sealedColumn({ table: 'key_request', column: 'answer_sealed' });

interface Asked {
  companyId: string;
  /** As sent in the header. */
  idempotencyKey: string;
  /** Method, address and body. */
  request: string;
}

/** A request that is carried out now. */
export interface OpenRequest {
  /** Keeps the answer, in the transaction that does what was asked if it is given one. */
  keep(db: Database, answer: string): Promise<void>;
  /** Forgets the request, because nothing was done: it may be sent again. */
  forget(): Promise<void>;
}

/**
 * Begins a request, or finds the answer to the same one.
 * @throws Refusal enterprise.idempotency-key, -reused, -in-flight
 */
export async function beginOnce(
  portal: Pick<Portal, 'db' | 'clock' | 'keys'>,
  { companyId, idempotencyKey, request }: Asked,
): Promise<OpenRequest | { answer: string }> {
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) throw new Refusal('enterprise.idempotency-key');
  const { db, clock, keys } = portal;
  const now = clock.now();
  const id = newId();
  const requestHash = hashToken(request);
  const ended = new Date(now.getTime() - KEY_REQUEST_KEPT);
  const abandoned = new Date(now.getTime() - KEY_REQUEST_LONGEST);
  // One that is over, or whose process died before it did anything, is replaced.
  const begun = await db
    .insertInto('key_request')
    .values({
      id,
      company_id: companyId,
      idempotency_key: idempotencyKey,
      request_hash: requestHash,
      asked_at: now,
      answer_sealed: null,
    })
    .onConflict((same) =>
      same
        .columns(['company_id', 'idempotency_key'])
        .doUpdateSet({ id, request_hash: requestHash, asked_at: now, answer_sealed: null })
        .where(
          sql<boolean>`key_request.asked_at <= ${ended}::timestamptz or (key_request.answer_sealed is null
            and key_request.asked_at <= ${abandoned}::timestamptz and key_request.request_hash = ${requestHash})`,
        ),
    )
    .returning('id')
    .executeTakeFirst();
  if (begun) return openRequest(portal, id);
  const former = await db
    .selectFrom('key_request')
    .select(['id', 'request_hash', 'answer_sealed'])
    .where('company_id', '=', companyId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  if (former && !requestHash.equals(former.request_hash)) throw new Refusal('enterprise.idempotency-reused');
  // Without a row, the first request was refused a moment ago.
  if (!former?.answer_sealed) throw new Refusal('enterprise.idempotency-in-flight', { retryAfter: 1 });
  return { answer: keys.decrypt(former.answer_sealed, sealedAt(former.id)) };
}

function openRequest({ db, keys }: Pick<Portal, 'db' | 'keys'>, id: string): OpenRequest {
  return {
    async keep(within, answer) {
      const { numUpdatedRows } = await within
        .updateTable('key_request')
        .set({ answer_sealed: keys.encrypt(answer, sealedAt(id)) })
        .where('id', '=', id)
        .executeTakeFirst();
      // It took so long that the same request began anew: only one of them may be carried out.
      if (Number(numUpdatedRows) === 0) throw new Refusal('enterprise.idempotency-in-flight');
    },
    async forget() {
      await db.deleteFrom('key_request').where('id', '=', id).where('answer_sealed', 'is', null).execute();
    },
  };
}

export const keyRequestSweep: Sweep = purge({
  name: 'enterprise.key-requests',
  table: 'key_request',
  key: 'id',
  companies: sql`t.company_id`,
  ended: (now) => sql`asked_at <= ${new Date(now.getTime() - KEY_REQUEST_KEPT)}`,
});
