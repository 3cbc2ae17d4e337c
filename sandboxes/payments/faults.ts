/**
 * Faults of a payment provider that tests can order in advance.
 * `error-500`: the request was worked on and failed; nothing is stored but the answer, under its idempotency key.
 * `error-500-done`: the request is processed and stored, and answered with an error, which is stored under its key.
 * `unauthorized`: the secret key is not accepted.
 * `lost-answer`: the request is processed and stored, but the caller gets no answer.
 */
export const faultKinds = [
  'error-500',
  'error-500-done',
  'rate-limit',
  'hang',
  'unauthorized',
  'lost-answer',
  'reset',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  kind: FaultKind;
  /** Such as `POST /v1/payment_intents`, or its beginning; every call when absent. */
  on?: string;
  /** How many calls it affects; one when absent. */
  times?: number;
}

/** Pending faults in the order they were requested. */
export class Faults {
  #planned: { kind: FaultKind; on: string; times: number }[] = [];

  plan(fault: Fault): void {
    this.#planned.push({ kind: fault.kind, on: fault.on ?? '', times: fault.times ?? 1 });
  }

  clear(): void {
    this.#planned = [];
  }

  /** Takes the fault for this call, if any. */
  take(call: string): FaultKind | undefined {
    const planned = this.#planned.find((fault) => call.startsWith(fault.on));
    if (!planned) return undefined;
    planned.times -= 1;
    this.#planned = this.#planned.filter((fault) => fault.times > 0);
    return planned.kind;
  }
}
