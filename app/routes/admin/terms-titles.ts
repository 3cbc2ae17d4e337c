/** The names that staff see for the texts that people agree to, and for those that the footer links to. */
export const termsTitles = {
  portal: 'Terms and conditions',
  purchase: 'Purchase terms',
  score: 'ShieldScore terms',
  company: 'Terms and conditions',
  'company-card': 'Card terms',
  disclaimer: 'Disclaimer',
  'privacy-policy': 'Privacy policy',
  'cookie-policy': 'Cookie policy',
} as const;

type TermsKind = keyof typeof termsTitles;

const legal: readonly TermsKind[] = ['disclaimer', 'privacy-policy', 'cookie-policy'];
const own: readonly TermsKind[] = ['portal', 'purchase', 'score', ...legal];
const companys = ['company', 'company-card'] as const;

/** The kinds of texts that the portal has, or that a company has. */
export const kindsOf = (company: boolean): readonly TermsKind[] => (company ? companys : own);

/** The kind named in an address; null if the portal or the company has no such kind. */
export function termsKindOf(name: string | undefined, company: boolean): TermsKind | null {
  return kindsOf(company).find((kind) => kind === name) ?? null;
}

/** Whether people have to accept it. Nobody has to accept a text that the footer links to. */
export const isAccepted = (kind: TermsKind): boolean => !legal.includes(kind);
