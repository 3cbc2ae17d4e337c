import pg from 'pg';

/** Names of the statements that connections keep prepared, by their text. */
const names = new Map<string, string>();

/** From now on, each connection that is sent this text parses and plans it once, and keeps that. */
export function keepPrepared(text: string): void {
  if (!names.has(text)) names.set(text, `prepared_${names.size + 1}`);
}

/** A connection that keeps the statements of `keepPrepared`. */
export class PreparingClient extends pg.Client {
  override query = ((first: unknown, ...rest: unknown[]) => {
    const name = typeof first === 'string' ? names.get(first) : undefined;
    return Reflect.apply(super.query, this, [name ? { name, text: first } : first, ...rest]);
  }) as pg.Client['query'];
}
