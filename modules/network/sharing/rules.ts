/** Why a person cannot show their score to others. The page, the menu and the operations use the same answer. */

export const shareLinkKinds = ['link', 'email'] as const;
export type ShareLinkKind = (typeof shareLinkKinds)[number];

export const sharingObstacles = ['no-score', 'score-held', 'under-review', 'sharing-off'] as const;
export type SharingObstacle = (typeof sharingObstacles)[number];

export interface Sharer {
  certification_number: string | null;
  /** The payment for the score's check is disputed (D113). */
  score_held: boolean;
  /** A change of the score waits for the person, or they reported an error in it (D116). */
  score_review_since: Date | null;
  network_sharing_master: boolean;
  network_searchresults: boolean;
}

/** What keeps somebody from sharing: they need a ShieldID whose check is paid, and both switches on (doc1 §2). null if
 * nothing does. */
export function sharingObstacle(sharer: Sharer): SharingObstacle | null {
  if (!sharer.certification_number) return 'no-score';
  if (sharer.score_held) return 'score-held';
  if (sharer.score_review_since) return 'under-review';
  return sharer.network_sharing_master && sharer.network_searchresults ? null : 'sharing-off';
}
