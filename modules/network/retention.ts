import {
  formatAge,
  formatCount,
  formatDuration,
  type KeptData,
  sweepsNamed,
} from '#modules/platform/index.ts';
import { oldAdverseActions } from './adverse-actions/sweeps.ts';
import { alertMailSweeps } from './alerts/subscriptions/summaries.ts';
import { bulkFiles } from './bulk/sweeps.ts';
import { centerCodeSweep } from './center/codes.ts';
import { leftSweep } from './connections/leaving.ts';
import { ALERT_MAILS_KEPT, BULK_FILES_KEPT, networkTimings, PROOF_KEPT_YEARS } from './limits.ts';
import { ACCESS_REQUEST_KEPT, NETWORK_ALERT_KEPT, oldRowsSweeps, SEARCH_ENTRY_KEPT } from './old-rows.ts';

const old = (...names: string[]) => sweepsNamed(oldRowsSweeps, ...names);

/** What the network keeps (D140). */
export const networkRetention: readonly KeptData[] = [
  {
    name: 'network.connections',
    what: 'Connections and invitations, their history, coupons’ codes by text message, and what a company’s file said about a person',
    why: 'Each side sees whom it shares with, and what happened',
    howLong: `As long as both sides exist; removed ones are listed for ${formatDuration(networkTimings['network.removed-listed'])}, and so long after a person’s account was erased`,
    basis: 'D53, D101, D150',
    end: 'Those of an erased person are deleted, with their history and their alerts.',
    tables: [
      'connection',
      'connection_event',
      'invitation_detail',
      'invitation_mail',
      'own_invitation_request',
      'sms_acceptance',
    ],
    sweeps: [leftSweep],
  },
  {
    name: 'network.sms-refusals',
    what: 'Mobile numbers that answered STOP',
    why: 'No text may be sent to them again',
    howLong: 'As long as the portal runs',
    basis: 'D56, Telephone Consumer Protection Act (47 U.S.C. 227)',
    end: 'START from the same number deletes it.',
    tables: ['sms_opt_out'],
    sweeps: [],
  },
  {
    name: 'network.share-links',
    what: 'Links with which a person shares a score',
    why: 'The person sees who opened them',
    howLong: 'As long as the account',
    basis: 'D48',
    end: 'Deleted with the account.',
    tables: ['share_link'],
    sweeps: [],
  },
  {
    name: 'network.invite-center-codes',
    what: 'Links into the Invite Center, as hashes',
    why: 'To answer an invitation from an email',
    howLong: formatDuration(networkTimings['center.code-life']),
    basis: 'D45, D119',
    end: 'Deleted.',
    tables: ['invite_center_code'],
    sweeps: [centerCodeSweep],
  },
  {
    name: 'network.alerts',
    what: 'Alerts of a network: whose score changed, expired or left',
    why: 'The company sees what changed',
    howLong: `${formatAge(NETWORK_ALERT_KEPT)} after it was raised`,
    basis: 'F57, D130',
    end: 'Deleted.',
    tables: ['network_alert', 'alert_reader'],
    sweeps: old('network.old-alerts'),
  },
  {
    name: 'network.alert-mails',
    what: 'Which alerts were mailed to whom',
    why: 'So that nobody is told twice',
    howLong: formatDuration(ALERT_MAILS_KEPT),
    basis: 'D130',
    end: 'Deleted.',
    tables: ['alert_delivery', 'alert_mail'],
    sweeps: [...alertMailSweeps],
  },
  {
    name: 'network.rules',
    what: 'A company’s compliance rule and exceptions, alert subscriptions, and the purpose for which it uses reports',
    why: 'To say by which rule something was judged',
    howLong: 'As long as the company',
    basis: 'D131, Fair Credit Reporting Act (15 U.S.C. 1681b)',
    end: 'Exceptions and subscriptions of an erased person are deleted.',
    tables: [
      'alert_rule',
      'alert_rule_saving',
      'alert_subscription',
      'compliance_exception',
      'report_purpose',
    ],
    sweeps: [],
  },
  {
    name: 'network.access-requests',
    what: 'Who asked to see a private score',
    why: 'So that a person is asked once a week at most',
    howLong: formatAge(ACCESS_REQUEST_KEPT),
    basis: 'D84',
    end: 'Deleted.',
    tables: ['access_request'],
    sweeps: old('network.access-requests'),
  },
  {
    name: 'network.searches',
    what: 'Whom a person without a check searched for, to count it',
    why: 'A few searches are free',
    howLong: formatDuration(SEARCH_ENTRY_KEPT),
    basis: 'D52',
    end: 'Deleted.',
    tables: ['search_entry'],
    sweeps: old('network.old-searches'),
  },
  {
    name: 'network.bulk-files',
    what: 'Files of people to invite, with their rows',
    why: 'To send the invitations and to show what became of each row',
    howLong: `${formatDuration(BULK_FILES_KEPT)} after it was uploaded`,
    basis: 'D132',
    end: 'The file and its rows are deleted; who sent how many stays.',
    tables: ['bulk_invitation', 'bulk_invitation_row', 'bulk_limit', 'bulk_day', 'bulk_column_choice'],
    sweeps: [bulkFiles],
  },
  {
    name: 'network.adverse-actions',
    what: 'Adverse actions, with their notices and the proof of delivery',
    why: 'To prove that the person was told in time',
    howLong: `${formatCount(PROOF_KEPT_YEARS, 'year')} after it ended`,
    basis: 'D133, Fair Credit Reporting Act (15 U.S.C. 1681m, 1681p)',
    end: 'Deleted. An erasure of the person keeps them until then.',
    tables: ['adverse_action', 'adverse_notice', 'adverse_pause', 'adverse_evidence'],
    sweeps: [oldAdverseActions],
  },
];
