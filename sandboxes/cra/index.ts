/** A consumer reporting agency for development: it behaves like one, and nobody is checked. */
export { sandboxDelays } from './delays.ts';
export { advanceScreening, deliverCallback } from './jobs.ts';
export { SandboxCra } from './sandbox-cra.ts';
export { advance, deliver } from './screening.ts';
