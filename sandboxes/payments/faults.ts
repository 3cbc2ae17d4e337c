/**
 * Faults of a payment provider that tests can request in advance. `error-500`: the request is executed and fails; only
 * the answer is stored, under its idempotency key. `error-500-done`: the request is executed and stored, but answered
 * with an error, which is stored under its key. `unauthorized`: the secret key is not accepted. `lost-answer`: the
 * request is executed and stored, but the caller gets no answer.
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
  /** Such as `POST /v1/payment_intents`, or how it begins. If undefined, every call. */
  on?: string;
  /** How many calls it affects; by default one. With 0, the faults planned for these calls are taken back. */
  times?: number;
}

/** Requested faults that have not occurred yet, in order. */
export class Faults {
  #planned: { kind: FaultKind; on: string; times: number }[] = [];

  plan(fault: Fault): void {
    if (fault.times === 0) {
      const { on } = fault;
      this.#planned = on === undefined ? [] : this.#planned.filter((planned) => planned.on !== on);
      return;
    }
    this.#planned.push({ kind: fault.kind, on: fault.on ?? '', times: fault.times ?? 1 });
  }

  clear(): void {
    this.#planned = [];
  }

  /** Returns the fault for this call, if there is one, and counts it as used once. */
  take(call: string): FaultKind | undefined {
    const planned = this.#planned.find((fault) => call.startsWith(fault.on));
    if (!planned) return undefined;
    planned.times -= 1;
    this.#planned = this.#planned.filter((fault) => fault.times > 0);
    return planned.kind;
  }
}
