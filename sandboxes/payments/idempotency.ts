import { createHash } from 'node:crypto';
import type { Answer } from './endpoints.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';

const KEPT_FOR = 24 * 60 * 60 * 1000;

interface Keyed {
  key: string;
  method: string;
  path: string;
  body: string;
}

/**
 * Stripe's rules for idempotency keys: the same request again gets the first answer, a different request is refused,
 * and one that arrives while the first is still running gets a conflict. Keys expire after 24 hours. Only answers of
 * executed requests are stored, including those with status 500. A key whose request had an invalid parameter can be
 * used again.
 */
export async function answerOnce(
  store: Store,
  request: Keyed,
  work: () => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const { key, method, path, body } = request;
  const { rows: locks } = await store.client.query<{ held: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('stripe:' || $1, 0)) as held`,
    [key],
  );
  if (!locks[0]?.held) {
    throw new Problem(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
    });
  }
  const fingerprint = createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
  const { rows } = await store.client.query<{ fingerprint: string; status: number; body: object }>(
    'select fingerprint, status, body from sandbox.stripe_idempotency where key = $1 and created_at > $2',
    [key, new Date(store.now.getTime() - KEPT_FOR)],
  );
  const kept = rows[0];
  if (kept) {
    if (kept.fingerprint === fingerprint) return { status: kept.status, body: kept.body, replayed: true };
    throw new Problem(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  const answer = await work();
  await store.client.query(
    `insert into sandbox.stripe_idempotency (key, fingerprint, status, body, created_at) values ($1, $2, $3, $4, $5)
     on conflict (key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
       body = excluded.body, created_at = excluded.created_at`,
    [key, fingerprint, answer.status, JSON.stringify(answer.body), store.now],
  );
  return { ...answer, replayed: false };
}
