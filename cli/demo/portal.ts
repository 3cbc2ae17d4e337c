import type { Portal } from '#modules/platform/index.ts';
import { type PortalFile, setUpPortal } from '../setup/portal-file.ts';
import { starterCatalogue } from '../setup/starter-catalogue.ts';
import { starterTerms } from '../setup/starter-terms.ts';
import { starterTexts } from '../setup/starter-texts.ts';

/** The invented company that runs the portal of the demo data and of the tests. */
export const demoPortal: PortalFile = {
  brand: {
    company_name: 'ShieldHub',
    legal_name: 'ShieldHub, Inc.',
    company_address1: '1200 Congress Avenue',
    company_address2: 'Suite 400',
    company_city: 'Austin',
    company_state: 'TX',
    company_postalcode: '78701',
    company_phone: '5125550142',
    support_email: 'support@shieldhub.test',
    sender_address: 'no-reply@shieldhub.test',
    time_zone: 'America/Chicago',
    ...starterTexts,
  },
  terms: starterTerms,
  catalogue: starterCatalogue,
};

/** The brand, texts and catalogue with which the demo data begins. */
export async function setUpDemoPortal(portal: Portal): Promise<void> {
  await portal.work('demo.portal', (work) => setUpPortal(work, demoPortal));
}
