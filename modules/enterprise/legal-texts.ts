import { z } from 'zod';
import { anyone, operation } from '#modules/platform/index.ts';
import { getBrandTerms } from './branding.ts';
import { brandForHost } from './brands.ts';

/** The texts that the footer links to and that are data of a brand. */
const legalTexts = ['terms', 'disclaimer', 'privacy_policy', 'cookie_policy'] as const;

/** A company on its own host shows its own terms; the other texts are the portal's everywhere (D88). */
export const getLegalText = operation({
  name: 'enterprise.get-legal-text',
  summary: 'A text that the footer links to.',
  access: anyone,
  kind: 'read',
  input: z.object({ text: z.enum(legalTexts) }),
  output: z.object({
    /** Whose text it is. */
    company_name: z.string(),
    /** Sanitised HTML; empty while the portal is not set up. */
    html: z.string(),
  }),
  async run({ portal, visit, db }, { text }) {
    const brand = await brandForHost(portal, visit.host);
    if (text === 'terms') {
      const terms = await getBrandTerms(portal, brand);
      return { company_name: brand.company_name, html: terms.company_terms_conditions };
    }
    const row = await db.selectFrom('portal_brand').select(text).executeTakeFirst();
    return { company_name: brand.portalName, html: row?.[text] ?? '' };
  },
});
