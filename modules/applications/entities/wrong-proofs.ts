import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import type { ProvenKind } from '../linking/proven-kinds.ts';

/** How many wrong proofs a number or link has had (D127). */
const WrongProofCountSchema = defineEntity({
  name: 'WrongProofCount',
  tableName: 'wrong_proof_count',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<ProvenKind>(),
    /** The ShieldID of a former system, or the hash of a link's code. */
    key: p.text(),
    /** Whose link it is; null for a ShieldID of a former system. */
    accountId: p.uuid().nullable(),
    wrong: p.integer(),
    firstAt: p.datetime(),
    lastAt: p.datetime(),
  },
});
export class WrongProofCount extends WrongProofCountSchema.class {}
WrongProofCountSchema.setClass(WrongProofCount);

declare module '#modules/platform/index.ts' {
  interface Tables extends InferKyselyDB<typeof WrongProofCountSchema> {}
}
