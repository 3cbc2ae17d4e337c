/**
 * What may go wrong on the way to a payment provider, told in advance: for tests of everything that depends on it.
 * `lost-answer`: the work is done and kept, the caller never hears of it.
 */
export const faultKinds = ['error-500', 'rate-limit', 'hang', 'lost-answer', 'reset'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  kind: FaultKind;
  /** As `POST /v1/payment_intents`, or its beginning; every call when absent. */
  on?: string;
  /** How many calls it befalls; one when absent. */
  times?: number;
}

/** Faults to come, in the order in which they were ordered. */
export class Faults {
  #planned: { kind: FaultKind; on: string; times: number }[] = [];

  plan(fault: Fault): void {
    this.#planned.push({ kind: fault.kind, on: fault.on ?? '', times: fault.times ?? 1 });
  }

  clear(): void {
    this.#planned = [];
  }

  /** The fault that befalls this call, if any; it is used up. */
  take(call: string): FaultKind | undefined {
    const planned = this.#planned.find((fault) => call.startsWith(fault.on));
    if (!planned) return undefined;
    planned.times -= 1;
    this.#planned = this.#planned.filter((fault) => fault.times > 0);
    return planned.kind;
  }
}
