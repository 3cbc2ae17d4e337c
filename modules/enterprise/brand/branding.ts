import { z } from 'zod';
import { anyone, column, operation, type Portal, sql, statement, yesNo } from '#modules/platform/index.ts';
import type { Brand } from './brand.ts';
import { brandForHost, findBrandOfHost } from './brands.ts';

/**
 * The terms that a brand shows: its company's own, or else the portal's (doc1 §3). HTML, sanitized when it was
 * published.
 */
interface BrandTerms {
  company_terms_conditions: string;
  credit_card_terms: string;
}

const termsOfCompany = statement({
  name: 'enterprise.terms-of-company',
  row: { company_terms_conditions: column.text, credit_card_terms: column.text },
  sql: (companyId: string | null) => sql`
    with terms as (
      select kind, html from terms_version
      where is_current and (company_id is null or company_id = ${companyId})
    )
    select coalesce(max(html) filter (where kind = 'company'), max(html) filter (where kind = 'portal'), '')
        as company_terms_conditions,
      coalesce(max(html) filter (where kind = 'company-card'), max(html) filter (where kind = 'purchase'), '')
        as credit_card_terms
    from terms`,
});

async function getBrandTerms(portal: Portal, brand: Brand): Promise<BrandTerms> {
  const { rows } = await termsOfCompany(brand.companyId).execute(portal.readingDb);
  return rows[0] ?? { company_terms_conditions: '', credit_card_terms: '' };
}

const brandingAnswer = z.object({
  id: z.string().nullable(),
  company_name: z.string(),
  company_address1: z.string(),
  company_address2: z.string(),
  company_city: z.string(),
  company_state: z.string(),
  company_postalcode: z.string(),
  company_country: z.string(),
  company_phone: z.string(),
  company_url: z.string(),
  branding_logo_path: z.string(),
  business_footer: yesNo,
  shieldhub_branding: yesNo,
  stripepublishablekey: z.string(),
  primary_color: z.string(),
  primary_button_background: z.string(),
  primary_button_text: z.string(),
  company_terms_conditions: z.string(),
  credit_card_terms: z.string(),
});

/** The brand of the requested host. A host that is not registered also gets the default brand, to redirect to (doc1 §4). */
export const getBranding = operation({
  name: 'enterprise.get-branding',
  summary: 'The branding of the host of the request.',
  access: anyone,
  kind: 'read',
  input: z.object({}),
  output: z.object({ branding: brandingAnswer, defaultbranding: brandingAnswer.optional() }),
  async run(work) {
    const brand = await brandForHost(work.portal, work.visit.host);
    const branding = { ...answerOf(brand), ...(await getBrandTerms(work.portal, brand)) };
    const registered = await findBrandOfHost(work.portal, work.visit.host);
    return registered ? { branding } : { branding, defaultbranding: branding };
  },
});

function answerOf(brand: Brand) {
  return {
    id: brand.companyId,
    company_name: brand.company_name,
    company_address1: brand.company_address1,
    company_address2: brand.company_address2,
    company_city: brand.company_city,
    company_state: brand.company_state,
    company_postalcode: brand.company_postalcode,
    company_country: brand.company_country,
    company_phone: brand.company_phone,
    company_url: brand.company_url,
    branding_logo_path: brand.branding_logo_path,
    business_footer: brand.business_footer,
    shieldhub_branding: brand.shieldhub_branding,
    stripepublishablekey: brand.stripepublishablekey,
    primary_color: brand.theme.brand,
    primary_button_background: brand.theme.button,
    primary_button_text: brand.theme.buttonInk,
  };
}
