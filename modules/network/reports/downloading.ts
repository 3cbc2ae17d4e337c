import { z } from 'zod';
import { readReportInForce, signReportInForce } from '#modules/applications/index.ts';
import { recordAccess } from '#modules/identity/index.ts';
import { operation, temporaryFile, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import {
  type ActionTarget,
  findObstacle,
  lockActionTargets,
  readActionTargets,
} from '../connections/carry-out.ts';
import { checkPossible } from '../invitations/manage.ts';
import { type NetworkCaller, networkOwner } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { attestedPurpose, companyPurpose, findPurpose } from './purpose.ts';

/**
 * The full report of a person in the network (doc1 §4, D51): available while the person shares it, for a purpose on
 * record, at an address that works only for the member who asked (D48). Viewers (D100) and staff who act for somebody
 * (D107) cannot get it.
 */

const connectionInput = z.object({ connectionid: z.uuid() });

export const getReportOffer = operation({
  name: 'network.get-report-offer',
  summary: 'Whether the full report of a connection can be downloaded, and what has to be attested before.',
  access: networkOwner('admin'),
  kind: 'read',
  input: connectionInput,
  output: z.object({
    /** Why it cannot be downloaded; null if it can. */
    reason: z.string().nullable(),
    /** Null while no purpose is on record. */
    attested: attestedPurpose.nullable(),
    /** The purpose to preselect; empty for none. */
    suggested: z.string(),
  }),
  async run(work, { connectionid }) {
    const [target] = await readActionTargets(work, [connectionid]);
    if (!target) throw new Refusal('not-found', { detail: `connection ${connectionid}` });
    return {
      reason: findObstacle(work, 'downloadreport', target),
      attested: await findPurpose(work, work.caller.owner),
      suggested: await companyPurpose(work, work.caller.owner),
    };
  },
});

/** @throws Refusal not-found, network.not-in-this-state, network.purpose-needed, applications.report-failure */
export const downloadNetworkReport = operation({
  name: 'network.download-report',
  summary:
    'The address of the full report of a connection, for the caller alone and for five minutes. The person sees the download under who saw their report.',
  access: networkOwner('admin'),
  kind: 'write',
  inPersonOnly: true,
  input: connectionInput,
  output: z.object({ downloadlink: z.string() }),
  async run(work, { connectionid }) {
    const [target] = await lockActionTargets(work, [connectionid]);
    const personId = requireReport(work, target);
    const attested = await findPurpose(work, work.caller.owner);
    if (!attested) throw new Refusal('network.purpose-needed');
    const { accountId, owner } = work.caller;
    const token = await signReportInForce(work, personId, readerOf(connectionid, accountId));
    await recordAccess(work, {
      personId,
      viewerAccountId: accountId,
      viewerCompanyId: 'companyId' in owner ? owner.companyId : null,
      kind: 'report',
    });
    await work.audit({
      action: networkAudit.reportDownloaded,
      about: personId,
      object: { type: 'connection', id: connectionid },
      detail: { purpose: attested.purpose },
    });
    return { downloadlink: `/user/network/reportfile/${token}` };
  },
});

/**
 * The report behind such an address. It is refused if, since the address was made, the person switched sharing off, was
 * removed, disputed the score, or the score expired.
 * @throws Refusal not-found, network.not-in-this-state, network.purpose-needed, applications.report-failure
 */
export const readSharedReport = operation({
  name: 'network.read-shared-report',
  summary: 'The full report of a connection behind a signed address, as a PDF.',
  access: networkOwner('admin'),
  kind: 'read',
  input: z.object({ token: z.string().max(600) }),
  output: z.object({ pdf: temporaryFile }),
  run: (work, { token }) =>
    readReportInForce(work, token, async (reader) => {
      const connectionId = reader.split(':')[1] ?? '';
      if (reader !== readerOf(connectionId, work.caller.accountId)) return null;
      const [target] = await readActionTargets(work, [connectionId]);
      const personId = requireReport(work, target);
      if (!(await findPurpose(work, work.caller.owner))) throw new Refusal('network.purpose-needed');
      return personId;
    }),
});

/** What an address is signed for: a member of a network, and one connection. */
const readerOf = (connectionId: string, accountId: string) => `connection:${connectionId}:${accountId}`;

/** @returns the person whose report it is @throws Refusal not-found, network.not-in-this-state */
function requireReport(work: Pick<Work<NetworkCaller>, 'caller'>, target: ActionTarget | undefined): string {
  checkPossible(work, 'downloadreport', target);
  if (!target.account_id) throw new Refusal('not-found', { detail: 'a connection without a person' });
  return target.account_id;
}
