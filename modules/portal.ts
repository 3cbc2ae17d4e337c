import { openCra, openOutside } from './adapters.ts';
import { adminEntities } from './admin/entities.ts';
import { adminCalls } from './admin/index.ts';
import { applicationsEntities } from './applications/entities.ts';
import { applicationsCalls, craPort, pendingInvites } from './applications/index.ts';
import { enterpriseEntities } from './enterprise/entities.ts';
import { enterpriseCalls, homeHostOf, mailBrandFor } from './enterprise/index.ts';
import { enterpriseConstraints } from './enterprise/refusals.ts';
import { identityEntities } from './identity/entities.ts';
import {
  callerReader,
  findMailReader,
  homeHostPort,
  identityCalls,
  suppressAddress,
} from './identity/index.ts';
import { identityConstraints } from './identity/refusals.ts';
import { networkEntities } from './network/entities.ts';
import { findPendingInvites, networkCalls } from './network/index.ts';
import { platformEntities } from './platform/entities.ts';
import { type House, openPortal, type Portal, type PortalOptions } from './platform/index.ts';
import { purchasingEntities } from './purchasing/entities.ts';
import { purchasingCalls } from './purchasing/index.ts';
import { subscriptions } from './subscriptions.ts';

/** The house as it stands: which rooms there are, from the ground floor up. */
const house: House = {
  entities: [
    ...platformEntities,
    ...identityEntities,
    ...enterpriseEntities,
    ...applicationsEntities,
    ...purchasingEntities,
    ...networkEntities,
    ...adminEntities,
  ],
  calls: [identityCalls, enterpriseCalls, applicationsCalls, purchasingCalls, networkCalls, adminCalls],
  subscriptions,
  constraints: { ...identityConstraints, ...enterpriseConstraints },
  callerReader,
  openOutside,
  mailBrandFor,
  findMailReader,
  suppressAddress,
};

/** Opens the whole portal for one process: web, worker, CLI or a test. */
export async function startPortal(options: PortalOptions): Promise<Portal> {
  const portal = await openPortal(house, options);
  homeHostPort.provide(portal, (who) => homeHostOf(portal, who));
  craPort.provide(portal, openCra(portal));
  pendingInvites.provide(portal, findPendingInvites);
  return portal;
}
