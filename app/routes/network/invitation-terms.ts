import type { ConnectionType } from '#modules/network/statuses.ts';

interface InvitationTerms {
  /** Accepting shares the report too (D59). */
  network_requires_pdf: boolean;
  /** The companies that will see the person as well, through ShieldLink (D55). */
  also_seen_by: readonly string[];
}

/** What the inviter asks for; a company is asked for its network instead of a score. */
export function scopeAsked({
  network_requires_pdf,
  connectiontype,
}: Pick<InvitationTerms, 'network_requires_pdf'> & { connectiontype?: ConnectionType }): string {
  if (connectiontype === 'FULLNETWORK') return 'Asks your company to share its network.';
  return network_requires_pdf ? 'Asks to see your score and full report.' : 'Asks to see your score.';
}

/** What accepting an invitation shares, said before it is chosen. */
export function invitationTerms(terms: InvitationTerms): string {
  const others = terms.also_seen_by;
  const asked = scopeAsked(terms);
  return others.length > 0 ? `${asked} ${others.join(', ')} will see your name and score too.` : asked;
}
