/** A simulated consumer reporting agency for development. Nobody is really checked. */
export { sandboxDelays } from './delays.ts';
export { advanceScreening, deliverCallback } from './jobs.ts';
export { SandboxCra } from './sandbox-cra.ts';
export { advance, deliver } from './screening.ts';
