import type { Portal } from '#modules/platform/index.ts';
import { HttpsCra } from './https.ts';
import type { Cra } from './port.ts';
import { SandboxCra } from './sandbox/sandbox-cra.ts';

/** The agency that this portal is configured for; production has no sandbox (D7). */
export function openCra(portal: Portal): Cra {
  const { cra } = portal.config;
  return cra.kind === 'sandbox' ? new SandboxCra(portal) : new HttpsCra(cra);
}
