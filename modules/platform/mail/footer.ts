/** The links below a mail (D95, D19); null where it has none. */
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

/** The normalized address. @throws for anything but http and https */
export function webAddress(url: string): string {
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    throw new Error('A mail links to web addresses only');
  }
  return parsed.href;
}
