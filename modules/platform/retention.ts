import { DAY, formatCount, formatDuration } from './browser.ts';
import { PROVIDER_HOURS_KEPT } from './providers/look.ts';
import type { Sweep } from './sweep.ts';
import { FAILED_JOB_KEPT, HOOK_BODY_KEPT, HOOK_EVENT_KEPT, OUTBOX_KEPT, platformSweeps } from './sweeps.ts';
import { UNREFERRED_FILE_KEPT } from './unreferred-files.ts';
import { UNUSED_UPLOAD_KEPT } from './unused-uploads.ts';

/**
 * How long each kind of data is kept, and why (D140). Each module declares its own kinds; a check fails if a table
 * belongs to none of them.
 */
export interface KeptData {
  /** `module.what`, unique. */
  name: string;
  /** What it is, in words for staff. */
  what: string;
  why: string;
  /** Such as `30 days after it ended`. */
  howLong: string;
  /** The law or the rule in words, or `House rule` where only our own choice requires it. */
  basis: string;
  /** The numbers of the decisions with that rule, for developers: staff do not see them. */
  decisions?: readonly string[];
  /** What happens at the end. */
  end: string;
  /** The tables of the schema that it stands in. */
  tables: readonly string[];
  /** What carries it out. Empty if it ends with something else, such as the account. */
  sweeps: readonly Sweep[];
}

export const YEAR = 365 * DAY;

/** Writes milliseconds as `5 years` or `30 days`. */
export const formatAge = (age: number) =>
  age % YEAR === 0 ? formatCount(age / YEAR, 'year') : formatDuration(age);

/** The sweeps of a list that have one of these names. @throws Error if one is missing */
export function sweepsNamed(sweeps: readonly Sweep[], ...names: string[]): Sweep[] {
  return names.map((name) => {
    const found = sweeps.find((sweep) => sweep.name === name);
    if (!found) throw new Error(`no sweep ${name}`);
    return found;
  });
}

const sweeps = (...names: string[]) => sweepsNamed(platformSweeps, ...names);

/** What platform keeps. */
export const platformRetention: readonly KeptData[] = [
  {
    name: 'platform.audit',
    what: 'The audit log: who did what to whose data, when and from where',
    why: 'To prove what happened, and to find misuse',
    howLong: 'As long as the portal runs',
    basis: 'The rule that nobody can change or delete the audit log',
    decisions: ['D75'],
    end: 'Nothing is deleted. When a person is erased, the key of what it says about them is destroyed, and it becomes unreadable.',
    tables: ['audit_entry', 'person_key'],
    sweeps: [],
  },
  {
    name: 'platform.legal-holds',
    what: 'Legal holds, with their reasons',
    why: 'To know what must not be deleted, and who decided it',
    howLong: 'As long as the person or the company is stored',
    basis: 'The rule on legal holds',
    decisions: ['D140'],
    end: 'A hold on a person that was lifted is deleted when the person is erased.',
    tables: ['legal_hold'],
    sweeps: [],
  },
  {
    name: 'platform.hook-bodies',
    what: 'The bodies of signed messages from payment, screening, ID and mail providers',
    why: 'To handle them again after a fault',
    howLong: `${formatDuration(HOOK_BODY_KEPT)} after they were handled`,
    basis: 'House rule',
    end: 'The body is deleted; the id of the message stays.',
    tables: ['hook_event'],
    sweeps: sweeps('platform.hook-bodies'),
  },
  {
    name: 'platform.hook-events',
    what: 'The ids of those messages',
    why: 'So that a repeated message changes nothing',
    howLong: `${formatDuration(HOOK_EVENT_KEPT)} after they were handled`,
    basis: 'The rule that a repeated message changes nothing',
    decisions: ['D31', 'D40'],
    end: 'Deleted.',
    tables: [],
    sweeps: sweeps('platform.hook-events'),
  },
  {
    name: 'platform.throttles',
    what: 'Counts of how often something was tried, under a hash',
    why: 'To slow down guessing',
    howLong: 'Until the period that is counted is over',
    basis: 'The rule that failed tries are counted',
    decisions: ['D13'],
    end: 'Deleted.',
    tables: ['throttle'],
    sweeps: sweeps('platform.throttles'),
  },
  {
    name: 'platform.outbox',
    what: 'Mails and text messages that the sandboxes kept, in development only',
    why: 'To read what would have been sent',
    howLong: `${formatDuration(OUTBOX_KEPT)} after they were sent`,
    basis: 'House rule',
    end: 'Deleted.',
    tables: ['outbox_message'],
    sweeps: sweeps('platform.outbox'),
  },
  {
    name: 'platform.unused-uploads',
    what: 'Photos, logos and signed packages that a browser uploaded and that were never handed in',
    why: 'A file is uploaded before it is checked',
    howLong: `${formatDuration(UNUSED_UPLOAD_KEPT)} after it was uploaded`,
    basis: 'House rule',
    end: 'The file is deleted from the storage.',
    tables: [],
    sweeps: sweeps('platform.unused-uploads'),
  },
  {
    name: 'platform.unreferred-files',
    what: 'Files that were stored while the portal stopped, so that nothing refers to them, and the record of what was stored',
    why: 'A file is stored before the row that refers to it',
    howLong: `${formatDuration(UNREFERRED_FILE_KEPT)} after it was stored`,
    basis: 'House rule',
    end: 'The file is deleted from the storage if nothing refers to it, and the record in any case.',
    tables: ['stored_file'],
    sweeps: sweeps('platform.unreferred-files'),
  },
  {
    name: 'platform.failed-jobs',
    what: 'Jobs that failed for good, with the ids that they are about',
    why: 'So that staff can try them again',
    howLong: `${formatDuration(FAILED_JOB_KEPT)} after the last try`,
    basis: 'House rule',
    end: 'Deleted, with the record that a worker died while it ran one.',
    tables: ['job_interruption'],
    sweeps: sweeps('platform.failed-jobs', 'platform.interruptions'),
  },
  {
    name: 'platform.providers',
    what: 'How often outside services answered and failed, and whether each works. Nothing about people',
    why: 'So that staff see what does not work',
    howLong: `${formatDuration(PROVIDER_HOURS_KEPT)} for the counts of an hour`,
    basis: 'House rule',
    end: 'Deleted.',
    tables: ['provider_state', 'provider_hour'],
    sweeps: sweeps('platform.provider-hours'),
  },
  {
    name: 'platform.technical',
    what: 'Settings, the list of encryption keys, and how far regular work is. Nothing about people',
    why: 'The portal needs it to run',
    howLong: 'As long as the portal runs',
    basis: 'House rule',
    end: 'Each row is replaced by its next value.',
    tables: ['setting', 'encryption_key', 'sweep_run', 'sweep_failure', 'worker_heartbeat'],
    sweeps: [],
  },
];
