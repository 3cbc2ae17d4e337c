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
