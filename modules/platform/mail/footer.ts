/** The links in the footer of a mail (D95, D19); null if it has no such link. */
export interface FooterLinks {
  preferencesUrl: string | null;
  unsubscribeUrl: string | null;
}

export interface FooterLine {
  label: string;
  url: string;
}

export function footerLines({ preferencesUrl, unsubscribeUrl }: FooterLinks): FooterLine[] {
  return [
    ...(unsubscribeUrl ? [{ label: 'Unsubscribe', url: webAddress(unsubscribeUrl) }] : []),
    ...(preferencesUrl ? [{ label: 'Manage my email preferences', url: webAddress(preferencesUrl) }] : []),
  ];
}

/**
 * The normalized address.
 * @throws Error if it is not http or https
 */
export function webAddress(url: string): string {
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    throw new Error('Links in a mail must be web addresses (http or https)');
  }
  return parsed.href;
}
