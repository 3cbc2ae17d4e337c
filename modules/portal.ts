import { type House, openPortal, type Portal, type PortalOptions } from './platform/index.ts';
import { platformEntities } from './platform/entities.ts';
import { subscriptions } from './subscriptions.ts';

/** The house as it stands: which rooms there are, from the ground floor up. */
const house: House = {
  entities: [...platformEntities],
  calls: [],
  subscriptions,
  readCaller: async () => null,
  mailBrandFor: async () => ({
    name: 'ShieldHub',
    url: '',
    logoUrl: null,
    color: '#ED683C',
    supportEmail: null,
    postalAddress: null,
  }),
};

/** Opens the whole portal for one process: web, worker, CLI or a test. */
export function startPortal(options: PortalOptions): Promise<Portal> {
  return openPortal(house, options);
}
