import { leftOut, type TableCopies } from './anonymize/declaration.ts';
import * as replacements from './anonymize/replacements.ts';
import { SYSTEM_ADDRESS } from './visit.ts';

const { address, agent, always, kept, nulled, ownId, scrubbed, sealed } = replacements;

/** What a copy without personal data has of the platform's tables. */
export const platformCopies: TableCopies = {
  audit_entry: {
    action: kept,
    address,
    // What ran without a browser is named by its job.
    agent: (value, row, column) => (row.of('address') === SYSTEM_ADDRESS ? value : agent(value, row, column)),
    detail: scrubbed,
    // As after an erasure: what staff did stays, and what it said about the person does not.
    detail_sealed: nulled,
    object_id: ownId,
    object_type: kept,
    operation: kept,
    operator: always('Operator'),
    request_id: nulled,
  },
  encryption_key: leftOut,
  hook_event: leftOut,
  job_interruption: leftOut,
  legal_hold: {
    lift_reason_sealed: sealed(),
    lifted_by_operator: always('Operator'),
    reason_sealed: sealed(),
    set_by_operator: always('Operator'),
  },
  outbox_message: leftOut,
  person_key: { wrapped: sealed((_value, row) => row.made.personKey(row.of('person_id') ?? '')) },
  provider_hour: leftOut,
  provider_state: leftOut,
  setting: { key: kept, value: kept },
  stored_file: leftOut,
  sweep_failure: leftOut,
  sweep_run: leftOut,
  throttle: leftOut,
  worker_heartbeat: leftOut,
};
