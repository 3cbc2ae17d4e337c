/** What staff call the texts that people agree to. */
export const termsTitles = {
  portal: 'Terms and conditions',
  purchase: 'Purchase terms',
  score: 'ShieldScore terms',
  company: 'Terms and conditions',
  'company-card': 'Card terms',
} as const;

type TermsKind = keyof typeof termsTitles;

const own = ['portal', 'purchase', 'score'] as const;
const companys = ['company', 'company-card'] as const;

/** The kinds of the portal's own texts, or of a company's. */
export const kindsOf = (company: boolean): readonly TermsKind[] => (company ? companys : own);

/** The kind in an address; null if there is no such kind for the portal or the company. */
export function termsKindOf(name: string | undefined, company: boolean): TermsKind | null {
  return kindsOf(company).find((kind) => kind === name) ?? null;
}
