import { z } from 'zod';
import { type Clock, type Database, getSetting, setSetting, setting } from '#modules/platform/index.ts';

/**
 * Sandboxes inside the portal whose next calls can be made to fail, by the names of their services. That of payments is a
 * server of its own and has its own faults.
 */
const failingSandboxes = ['agency', 'mail', 'texts', 'verification', 'addresses'] as const;
export type FailingSandbox = (typeof failingSandboxes)[number];

interface Stored {
  db: Database;
  clock: Clock;
}

/** How many of the next calls of each fail. */
const faults = setting({
  key: 'sandbox.faults',
  schema: z.partialRecord(z.enum(failingSandboxes), z.int().min(0).max(9999)),
  initial: {},
});

/** Makes the next calls of a sandbox fail, however many were asked for before. */
export async function planFaults(
  { db, clock }: Stored,
  service: FailingSandbox,
  times: number,
): Promise<void> {
  await setSetting(db, faults, { ...(await getSetting(db, faults)), [service]: times }, clock.now());
}

/** @throws Error as often as it was asked for */
export async function failIfAsked({ db, clock }: Stored, service: FailingSandbox): Promise<void> {
  const planned = await getSetting(db, faults);
  const left = planned[service] ?? 0;
  if (left === 0) return;
  await setSetting(db, faults, { ...planned, [service]: left - 1 }, clock.now());
  throw new Error('the sandbox was asked to fail');
}

interface Failing<T extends object> {
  service: FailingSandbox;
  /** The calls that fail; the others work all the time. */
  calls: Partial<Record<keyof T, unknown>>;
  /** The error that the callers of the port know. */
  failed?: (words: string) => Error;
}

/** A sandbox whose calls fail as often as it was asked for. */
export function withFaults<T extends object>(
  stored: Stored,
  sandbox: T,
  { service, calls, failed }: Failing<T>,
): T {
  return new Proxy(sandbox, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      if (!(key in calls)) return value.bind(target);
      return async (...given: unknown[]) => {
        await failIfAsked(stored, service).catch((error: Error) => {
          throw failed ? failed(error.message) : error;
        });
        return value.apply(target, given) as Promise<unknown>;
      };
    },
  });
}
