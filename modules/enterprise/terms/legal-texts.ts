import { z } from 'zod';
import { findTerms, legalTextKinds, ownTerms } from '#modules/identity/index.ts';
import { anyone, operation } from '#modules/platform/index.ts';
import { brandForHost } from '../brand/brands.ts';

/** They are the portal's own on every host (D88). */
export const getLegalText = operation({
  name: 'enterprise.get-legal-text',
  summary: 'A text that the footer links to.',
  access: anyone,
  kind: 'read',
  input: z.object({ text: z.enum(legalTextKinds) }),
  output: z.object({
    /** Whose text it is. */
    company_name: z.string(),
    /** Sanitized HTML; empty until the portal is set up. */
    html: z.string(),
  }),
  async run(work, { text }) {
    const brand = await brandForHost(work.portal, work.visit.host);
    const published = await findTerms(work, ownTerms(text));
    return { company_name: brand.portalName, html: published?.html ?? '' };
  },
});
