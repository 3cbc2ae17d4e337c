import { z } from 'zod';
import { anyone, operation } from '#modules/platform/index.ts';
import { brandForHost } from '../brand/brands.ts';

/** The texts that the footer links to and that are stored with a brand. */
const legalTexts = ['disclaimer', 'privacy_policy', 'cookie_policy'] as const;

/** They are the portal's own on every host (D88). */
export const getLegalText = operation({
  name: 'enterprise.get-legal-text',
  summary: 'A text that the footer links to.',
  access: anyone,
  kind: 'read',
  input: z.object({ text: z.enum(legalTexts) }),
  output: z.object({
    /** Whose text it is. */
    company_name: z.string(),
    /** Sanitized HTML; empty until the portal is set up. */
    html: z.string(),
  }),
  async run({ portal, visit, db }, { text }) {
    const brand = await brandForHost(portal, visit.host);
    const row = await db.selectFrom('portal_brand').select(text).executeTakeFirst();
    return { company_name: brand.portalName, html: row?.[text] ?? '' };
  },
});
