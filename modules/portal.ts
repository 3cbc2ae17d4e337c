import {
  openAddressSearch,
  openCra,
  openIdVerifier,
  openOutside,
  openSandboxProbe,
  openWebhooks,
} from './adapters.ts';
import { adminEntities } from './admin/entities.ts';
import { adminCalls, adminPersonalData } from './admin/index.ts';
import { applicationsEntities } from './applications/entities.ts';
import {
  addressSearch,
  applicationsCalls,
  applicationsPersonalData,
  craPort,
  idVerifierPort,
  pendingInvites,
  pendingInvitesLink,
  scoreViewers,
} from './applications/index.ts';
import { enterpriseEntities } from './enterprise/entities.ts';
import {
  enterpriseCalls,
  enterpriseKeyCalls,
  enterprisePersonalData,
  homeHostOf,
  isPortalName,
  isReservedName,
  mailBrandFor,
  webhookNetwork,
} from './enterprise/index.ts';
import { enterpriseConstraints } from './enterprise/refusals.ts';
import { identityEntities } from './identity/entities.ts';
import {
  callerReader,
  findMailReader,
  homeHostPort,
  identityCalls,
  identityPersonalData,
  mailRecords,
  noteWritten,
  reservedNames,
  suppressAddress,
} from './identity/index.ts';
import { identityConstraints } from './identity/refusals.ts';
import { networkEntities } from './network/entities.ts';
import {
  findPendingInvites,
  findScoreViewers,
  mintCenterPath,
  networkCalls,
  networkKeyCalls,
  networkPersonalData,
} from './network/index.ts';
import { networkConstraints } from './network/refusals.ts';
import { platformEntities } from './platform/entities.ts';
import {
  openPortal,
  type Portal,
  type PortalOptions,
  type PortalParts,
  personalData,
  platformPersonalData,
  sandboxProbe,
} from './platform/index.ts';
import { purchasingEntities } from './purchasing/entities.ts';
import { purchasingCalls, purchasingPersonalData } from './purchasing/index.ts';
import { purchasingConstraints } from './purchasing/refusals.ts';
import { subscriptions } from './subscriptions.ts';

/** What the modules provide to platform, the lowest module first. */
const parts: PortalParts = {
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
  keyCalls: [enterpriseKeyCalls, networkKeyCalls],
  subscriptions,
  constraints: {
    ...identityConstraints,
    ...enterpriseConstraints,
    ...purchasingConstraints,
    ...networkConstraints,
  },
  callerReader,
  noteWritten,
  openOutside,
  mailBrandFor,
  findMailReader,
  mailRecords,
  suppressAddress,
};

/** The personal data of all modules, the highest module first. */
const personalDataOfAll = [
  adminPersonalData,
  networkPersonalData,
  purchasingPersonalData,
  applicationsPersonalData,
  enterprisePersonalData,
  identityPersonalData,
  platformPersonalData,
];

/** Opens the whole portal for one process: web, worker, CLI or a test. */
export async function startPortal(options: PortalOptions): Promise<Portal> {
  const portal = await openPortal(parts, options);
  homeHostPort.provide(portal, (who) => homeHostOf(portal, who));
  reservedNames.provide(portal, { isPortalName, isReservedName });
  craPort.provide(portal, openCra(portal));
  addressSearch.provide(portal, openAddressSearch(portal));
  idVerifierPort.provide(portal, openIdVerifier(portal));
  pendingInvites.provide(portal, findPendingInvites);
  pendingInvitesLink.provide(portal, mintCenterPath);
  scoreViewers.provide(portal, findScoreViewers);
  sandboxProbe.provide(portal, openSandboxProbe(portal));
  webhookNetwork.provide(portal, openWebhooks(portal));
  personalData.provide(portal, personalDataOfAll);
  return portal;
}
