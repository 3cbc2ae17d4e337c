/**
 * A condition outside the program that prevents the start: a taken port, a locked folder, an unreachable database.
 * `message` is the one line to print. The exit codes are those of sysexits(3).
 */
export class StartError extends Error {
  override name = 'StartError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 64,
  unavailable: 69,
  inUse: 75,
  config: 78,
} as const;
