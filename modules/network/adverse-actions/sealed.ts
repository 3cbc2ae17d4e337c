import { type KeyRing, sealedColumn } from '#modules/platform/index.ts';
import {
  type AdverseDetails,
  adverseDetails,
  type EvidenceDetail,
  evidenceDetail,
  type Notice,
  notice,
} from './shapes.ts';

/**
 * What is stored encrypted about adverse actions: with the key ring and not with the person's key, since it is kept
 * after the person is erased (D133).
 */

const detailsAt = sealedColumn({ table: 'adverse_action', column: 'details' });
export const bodyAt = sealedColumn({ table: 'adverse_notice', column: 'body' });
export const evidenceAt = sealedColumn({ table: 'adverse_evidence', column: 'detail' });

type Keys = Pick<KeyRing, 'encrypt' | 'decrypt'>;

export const sealDetails = (keys: Keys, id: string, details: AdverseDetails) =>
  keys.encrypt(JSON.stringify(details), detailsAt(id));
export const openDetails = (keys: Keys, id: string, sealed: string): AdverseDetails =>
  adverseDetails.parse(JSON.parse(keys.decrypt(sealed, detailsAt(id))));

export const openNotice = (keys: Keys, id: string, sealed: string): Notice =>
  notice.parse(JSON.parse(keys.decrypt(sealed, bodyAt(id))));

export const openEvidence = (keys: Keys, id: string, sealed: string): EvidenceDetail =>
  evidenceDetail.parse(JSON.parse(keys.decrypt(sealed, evidenceAt(id))));
