/** The names that staff see for the texts that people agree to. */
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

/** The kinds of texts that the portal has, or that a company has. */
export const kindsOf = (company: boolean): readonly TermsKind[] => (company ? companys : own);

/** The kind named in an address; null if the portal or the company has no such kind. */
export function termsKindOf(name: string | undefined, company: boolean): TermsKind | null {
  return kindsOf(company).find((kind) => kind === name) ?? null;
}
