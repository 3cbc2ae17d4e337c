import { z } from 'zod';
import {
  type Examined,
  examineTransfer,
  findTransferred,
  moveChecks,
  scoreViewers,
  type TransferCheck,
  type TransferObstacle,
} from '#modules/applications/index.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';
import { maskedSsn, type Person } from '#modules/identity/index.ts';
import {
  fingerprintOf,
  grades,
  inputOf,
  operation,
  staff,
  type Work,
  yesNo,
} from '#modules/platform/index.ts';
import { holdRefunds, isRefundUnderWay } from '#modules/purchasing/index.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { adminAudit } from '../audit.ts';
import { linkChecksFields } from '../fields.ts';
import { Refusal } from '../refusals.ts';
import { writeNote } from '../user/notes.ts';
import { userId } from '../user/subject.ts';
import { followChecks } from './linked.ts';

/** Staff move finished checks from another account of the same person to this one (doc3 §1, §3, §7). */

const profileNumber = z.string().trim().min(1).max(64);
/** The agency's numbers of checks of one account: `cra_profilenumber` in the answer of /admin/searchbackgroundcheck. */
const newProfileIds = z.array(profileNumber).min(1).max(50);

/** The parts of a transfer that have to be the same as the page showed. */
function seenOfTransfer({ from, to, checks, others }: Examined): string {
  const words = (check: TransferCheck) => [
    check.id,
    check.status,
    check.score,
    check.expiration,
    check.active,
  ];
  const identity = (person: Person) => [
    person.accountId,
    person.firstname,
    person.lastname,
    person.dateofbirth,
    person.has_ssn,
    person.active,
  ];
  return fingerprintOf({
    from: identity(from),
    to: identity(to),
    checks: checks.map(words),
    others: others.map(words),
  });
}

/**
 * Moves finished checks, given by the agency's numbers (`newprofileids`: a list of `cra_profilenumber` from the results
 * of /admin/searchbackgroundcheck), to the person `userid`. The check that counts for the receiving account stays the
 * same, unless `active_profileid` names the moved check whose score is to count. Calling it again changes nothing.
 * @throws Refusal not-found, invalid-input, conflict, admin.changed-meanwhile, purchasing.refund-under-way, those of
 * `moveChecks`
 */
export const linkProfiles = operation({
  name: 'admin.link-profiles',
  summary:
    'Moves finished background checks, with reports, scores and history, from another account of the same person to this one. Both are told.',
  access: staff,
  kind: 'write',
  input: inputOf(linkChecksFields)
    .partial({ note: true })
    .extend({
      userid: userId.shape.userid,
      newprofileids: newProfileIds,
      active_profileid: z.union([profileNumber, z.literal('')]).default(''),
      confirm_name: yesNo.prefault('NO'),
      /** The fingerprint of the page that showed the transfer; without it, whatever is found is moved. */
      seen: z.string().max(64).default(''),
    }),
  output: z.object({
    /** The applications that were moved. */
    moved: z.array(z.uuid()),
  }),
  async run(work, { userid, newprofileids, active_profileid, confirm_name, note, seen }) {
    const profileNumbers = [...new Set(newprofileids)];
    const { accountId: from, applicationIds } = await findTransferred(work, profileNumbers);
    if (from === userid) return { moved: [] };
    await holdRefunds(work, await purchasesOf(work, applicationIds));
    const moved = await moveChecks(work, {
      fromAccountId: from,
      toAccountId: userid,
      profileNumbers,
      activeProfile: active_profileid || null,
      namesConfirmed: confirm_name,
      reason: note ?? null,
      check: (examined) => {
        if (seen && seen !== seenOfTransfer(examined)) throw new Refusal('admin.changed-meanwhile');
      },
    });
    await followChecks(work, { from, to: userid, applicationIds: moved });
    if (note) {
      await writeNote(work, { userid: from, note_type: 'note', note });
      await writeNote(work, { userid, note_type: 'note', note, applicationid: moved[0] });
    }
    return { moved };
  },
});

async function purchasesOf({ db }: Pick<Work, 'db'>, applicationIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('application')
    .select('purchase_id')
    .where('id', 'in', applicationIds)
    .execute();
  return rows.map(({ purchase_id }) => purchase_id);
}

const side = z.object({
  userid: z.uuid(),
  name: z.string(),
  /** The legal name, if an ID or staff have proven it; empty otherwise. */
  legalname: z.string(),
  emailaddress: z.string(),
  dateofbirth: z.string().nullable(),
  /** `***-**-1234` */
  ssn: z.string().nullable(),
  address: z.string(),
  active: z.boolean(),
  /** Who sees the score of this account. */
  viewers: z.array(z.string()),
});

const movable = z.object({
  applicationid: z.uuid(),
  cra_profilenumber: z.string().nullable(),
  cra_name: z.string(),
  package_descrip: z.string(),
  completed_date: z.date().nullable(),
  legalname: z.string(),
  icscore: z.enum(grades).nullable(),
  shieldid: z.string().nullable(),
  expiration_date: z.string().nullable(),
  /** Its score counts for the account that it leaves. */
  active: z.boolean(),
  /** Its score has not expired. */
  valid: z.boolean(),
  done: z.boolean(),
});

/**
 * Both people side by side, what would move, what would stay, and if the move is not possible, why. Staff see the data
 * of a second person, so it is audited for both.
 * @throws Refusal not-found, invalid-input
 */
export const reviewLink = operation({
  name: 'admin.review-link',
  summary: 'What a transfer of background checks to another account of the person would mean.',
  access: staff,
  kind: 'write',
  input: userId.extend({ newprofileids: newProfileIds }),
  output: z.object({
    /** Null if the checks are already in the account. */
    transfer: z
      .object({
        from: side,
        to: side,
        checks: z.array(movable),
        others: z.array(movable),
        /** Why the move is refused, in sentences. */
        obstacles: z.array(z.string()),
        names_differ: z.boolean(),
        /** Whether the receiving account has a valid score, which continues to count unless staff choose otherwise. */
        has_valid_score: z.boolean(),
        /** ShieldIDs that move along, because no check that stays with the previous account has them. */
        shieldids: z.array(z.string()),
        seen: z.string(),
      })
      .nullable(),
  }),
  async run(work, { userid, newprofileids }) {
    const { accountId: from, applicationIds } = await findTransferred(work, [...new Set(newprofileids)]);
    if (from === userid) return { transfer: null };
    const examined = await examineTransfer(work, { from, to: userid, applicationIds });
    for (const about of [from, userid]) {
      await work.audit({ action: adminAudit.transferReviewed, about, detail: { from, to: userid } });
    }
    const { checks, others, obstacles, namesDiffer } = examined;
    const refunded = await isRefundUnderWay(work, await purchasesOf(work, applicationIds));
    const staying = new Set(others.map(({ shield_id }) => shield_id));
    return {
      transfer: {
        from: await sideOf(work, examined.from),
        to: await sideOf(work, examined.to),
        checks: checks.map(toMovable),
        others: others.map(toMovable),
        obstacles: [
          ...obstacles.map((obstacle) => applicationsTexts[textOf[obstacle]]),
          ...(refunded ? [purchasingTexts['refund.under-way']] : []),
        ],
        names_differ: namesDiffer,
        has_valid_score: await hasValidScore(work, userid),
        shieldids: [...new Set(checks.flatMap(({ shield_id }) => shield_id ?? []))].filter(
          (number) => !staying.has(number),
        ),
        seen: seenOfTransfer(examined),
      },
    };
  },
});

const textOf: Record<TransferObstacle, keyof typeof applicationsTexts> = {
  'applications.transfer-person': 'transfer.person',
  'applications.transfer-erased': 'transfer.erased',
  'applications.transfer-check-open': 'transfer.check-open',
  'applications.transfer-renewal-open': 'transfer.renewal-open',
  'applications.transfer-ssn': 'transfer.ssn',
  'applications.transfer-birth': 'transfer.birth',
};

async function hasValidScore({ db, now }: Pick<Work, 'db' | 'now'>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('session_facts')
    .select('certification_expiration')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.certification_expiration
    ? row.certification_expiration > now.toISOString().slice(0, 10)
    : false;
}

async function sideOf(work: Work<unknown>, person: Person): Promise<z.input<typeof side>> {
  const { accountId, legal, city, state } = person;
  return {
    userid: accountId,
    name: nameOf(person),
    legalname: legal ? nameOf(legal) : '',
    emailaddress: person.emailaddress,
    dateofbirth: person.dateofbirth,
    ssn: await maskedSsn(work, accountId),
    address: [city, state].filter(Boolean).join(', '),
    active: person.active,
    viewers: await scoreViewers.of(work.portal)(work, accountId),
  };
}

const nameOf = ({
  firstname,
  middlename,
  lastname,
  namesuffix,
}: Record<'firstname' | 'middlename' | 'lastname' | 'namesuffix', string>) =>
  [firstname, middlename, lastname, namesuffix].filter(Boolean).join(' ');

const toMovable = (check: TransferCheck): z.input<typeof movable> => ({
  applicationid: check.id,
  cra_profilenumber: check.profile_number,
  cra_name: check.cra_name,
  package_descrip: check.package_descrip,
  completed_date: check.completed_at,
  legalname: [check.legal_firstname, check.legal_middlename, check.legal_lastname, check.legal_namesuffix]
    .filter(Boolean)
    .join(' '),
  icscore: check.score,
  shieldid: check.shield_id,
  expiration_date: check.expiration,
  active: check.active,
  valid: check.valid,
  done: check.status === 'done',
});
