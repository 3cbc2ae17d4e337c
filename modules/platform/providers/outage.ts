/**
 * Whether an error says that the service does not work, and not that it answered no. Errors of adapters say it
 * themselves: `permanent: true` and `unavailable: false` are answers.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  // A key that cannot be one, or a process that stops.
  if (error instanceof RangeError || error.name === 'AbortError') return false;
  if ('permanent' in error && error.permanent === true) return false;
  return !('unavailable' in error) || error.unavailable !== false;
}

/** Whether a status of HTTP says that the service does not work now: its own faults, and that it is asked too much. */
export const isOutageStatus = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/** An outside service is not asked, because it has not answered for some time. Trying again later may help. */
export class ProviderDown extends Error {
  override name = 'ProviderDown';
  readonly provider: string;

  constructor(provider: string) {
    super(`${provider} has not answered for some time and is not asked now`);
    this.provider = provider;
  }
}

/** How long the service rests that an error came from, in milliseconds. */
const rests = new WeakMap<Error, number>();

/** @param ms how long the service rests that the error came from */
export function noteRest<E>(error: E, ms: number | null): E {
  if (error instanceof Error && ms !== null) rests.set(error, ms);
  return error;
}

/** How long the outside service rests because of which something failed, in milliseconds; null for other errors. */
export function restOf(error: unknown): number | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    const rest = rests.get(each);
    if (rest !== undefined) return rest;
  }
  return null;
}
