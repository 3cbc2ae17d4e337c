/** Why a proof is asked for. A CHECK of the table `wrong_proof_count` lists the same kinds. */
export const provenKinds = ['archived-shield-id', 'approval-link', 'invite-center-link'] as const;
export type ProvenKind = (typeof provenKinds)[number];
