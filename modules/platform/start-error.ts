/**
 * A condition outside the program that prevents the start, or an expected failure of a command: a taken port, an
 * unreachable database, an id that nothing has. `message` is what to print.
 */
export class StartError extends Error {
  override name = 'StartError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** How a process ends, with the codes of sysexits(3). */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 64,
  data: 65,
  notFound: 66,
  unavailable: 69,
  software: 70,
  inUse: 75,
  config: 78,
} as const;
