/** A simulated consumer reporting agency for development. It does not really check anybody. */
export { blockResults } from './block-results.ts';
export { deliver } from './callbacks.ts';
export { sandboxDelays } from './delays.ts';
export { disputeResults } from './dispute-results.ts';
export { sandboxDisputeDelay } from './disputes.ts';
export { deliverNow, listSandboxOrders, loseCallbacks } from './driving.ts';
export { advanceScreening, deliverCallback } from './jobs.ts';
export { monitoringUpdates } from './monitoring.ts';
export { sandboxMonitoringDelay } from './monitoring-switch.ts';
export { SandboxCra } from './sandbox-cra.ts';
export { advance } from './screening.ts';
