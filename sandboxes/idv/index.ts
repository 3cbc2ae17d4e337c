/** A simulated provider of ID verification for development. It does not really check any ID. */
export { verificationDelay } from './delays.ts';
export { deliverRunEvent, lookAtImages } from './jobs.ts';
export { nameOnLicense, outcomeOf } from './outcomes.ts';
export { decideRun, deliverEvent, takeImages } from './running.ts';
export { findRun, SandboxVerifier } from './sandbox-verifier.ts';
export { keepVerified } from './verified.ts';
