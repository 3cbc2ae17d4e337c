import { z } from 'zod';
import { recordAccessOfMany } from '#modules/identity/index.ts';
import {
  anyOf,
  csvLine,
  formatDate,
  grades,
  operation,
  pageSizes,
  plainText,
  readCursor,
  sql,
  type Work,
  writeCursor,
} from '#modules/platform/index.ts';
import { networkAudit } from '../../audit.ts';
import { ruleScores } from '../../fields.ts';
import { complianceRuleForm } from '../../forms.ts';
import { connectionTypes, outReasonLabels, outReasons } from '../../statuses.ts';
import { alertReader } from '../access.ts';
import { type ComplianceRules, readRules } from '../compliance.ts';
import { countEffect, effectOrder, listEffect, type PersonOut } from './effect.ts';

/** Trying a rule before it is saved (D131): whom it would put out, and who saved which rules before. */

type GivenRule = z.output<typeof complianceRuleForm.schema>;

const [PAGE = 10] = pageSizes;
/** Rows of the file that are read at a time. */
const BATCH = 1_000;
/** How many former rules are shown, newest first. */
const SAVINGS = 10;

const numbered = ({ minscore, maxscore, ...flags }: GivenRule): ComplianceRules => ({
  minscore: ruleScores.indexOf(minscore),
  maxscore: ruleScores.indexOf(maxscore),
  ...flags,
});

const named = (rule: ComplianceRules): GivenRule => ({
  minscore: nameOf(rule.minscore),
  maxscore: nameOf(rule.maxscore),
  outofcomp_expired: rule.outofcomp_expired,
  outofcomp_leftnetwork: rule.outofcomp_leftnetwork,
  outofcomp_removed: rule.outofcomp_removed,
});

function nameOf(number: number) {
  const score = ruleScores[number];
  if (score === undefined) throw new Error(`A stored rule has no score with the number ${number}`);
  return score;
}

const ruleAnswer = z.object({
  minscore: z.enum(ruleScores),
  maxscore: z.enum(ruleScores),
  outofcomp_expired: z.boolean(),
  outofcomp_leftnetwork: z.boolean(),
  outofcomp_removed: z.boolean(),
});

/** A rule, or without one the saved rule, with its effect now. */
export const tryRule = operation({
  name: 'network.try-rule',
  summary: 'Whom a compliance rule would put out, and which rules were saved before.',
  access: alertReader('admin'),
  kind: 'read',
  input: z.object({
    rule: complianceRuleForm.schema.optional(),
    page: z.number().int().min(1).max(100_000).default(1),
  }),
  output: z.object({
    rule: ruleAnswer,
    /** Whether it differs from the saved rule. */
    differs: z.boolean(),
    people: z.number().int(),
    out: z.number().int(),
    /** Of those who would be out, the ones who are not out now. */
    newly: z.number().int(),
    rows: z.array(
      z.object({
        id: z.uuid(),
        firstname: z.string(),
        lastname: z.string(),
        businessname: z.string(),
        connectiontype: z.enum(connectionTypes),
        reason: z.enum(outReasons),
        score: z.enum(grades).nullable(),
        expiration: z.iso.date().nullable(),
        already: z.boolean(),
      }),
    ),
    page: z.number().int(),
    rows_a_page: z.number().int(),
    /** Newest first: the first of them holds now. */
    savings: z.array(
      z.object({
        id: z.uuid(),
        rule: ruleAnswer,
        people_out: z.number().int(),
        saved_by: z.string(),
        saved_at: z.date(),
      }),
    ),
  }),
  async run(work, { rule: given, page }) {
    const { companyId } = work.caller;
    const saved = await readRules(work, companyId);
    const rule = given ? numbered(given) : saved;
    return {
      rule: named(rule),
      differs: JSON.stringify(named(rule)) !== JSON.stringify(named(saved)),
      ...(await countEffect(work, companyId, rule)),
      rows: await listEffect(work, companyId, rule, { offset: (page - 1) * PAGE, limit: PAGE }),
      page,
      rows_a_page: PAGE,
      savings: await listSavings(work, companyId),
    };
  },
});

async function listSavings({ db }: Pick<Work, 'db'>, companyId: string) {
  const rows = await db
    .selectFrom('alert_rule_saving as s')
    .innerJoin('account as a', 'a.id', 's.saved_by_account_id')
    .selectAll('s')
    .select(['a.firstname', 'a.lastname'])
    .where('s.company_id', '=', companyId)
    .orderBy('s.saved_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(SAVINGS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rule: named(row),
    people_out: row.people_out,
    saved_by: `${row.firstname} ${row.lastname}`.trim() || 'A former member',
    saved_at: row.saved_at,
  }));
}

/** Begins a download of who would be out: writes it to the audit log with the rule. */
export const startEffectExport = operation({
  name: 'network.start-rule-effect-export',
  summary: 'Starts an export of whom a compliance rule would put out.',
  access: alertReader('admin'),
  kind: 'write',
  input: z.object({ rule: complianceRuleForm.schema.optional() }),
  output: z.object({}),
  async run(work, { rule }) {
    const { companyId } = work.caller;
    await work.audit({
      action: networkAudit.ruleEffectExported,
      object: { type: 'company', id: companyId },
      detail: rule ? numbered(rule) : await readRules(work, companyId),
    });
    return {};
  },
});

const head = ['Name', 'Company', 'Email', 'Why out', 'Score', 'Expires', 'Compared with now'];

const lineOf = (row: PersonOut) =>
  csvLine([
    `${row.firstname} ${row.lastname}`.trim(),
    row.businessname,
    row.emailaddress ?? '',
    outReasonLabels[row.reason],
    row.score ?? '',
    row.score !== null && row.expiration ? formatDate(row.expiration) : '',
    row.already ? 'Out already' : 'Newly out',
  ]);

/** The next lines of the file. Each score in them is recorded as an access (D48). */
export const readEffectExport = operation({
  name: 'network.read-rule-effect-export',
  summary: 'The next lines of an export of whom a compliance rule would put out.',
  access: alertReader('admin'),
  kind: 'write',
  input: z.object({ rule: complianceRuleForm.schema.optional(), after: plainText(800).optional() }),
  output: z.object({ lines: z.string(), next: z.string().nullable() }),
  async run(work, { rule: given, after }) {
    const { companyId, accountId } = work.caller;
    const rule = given ? numbered(given) : await readRules(work, companyId);
    const rows = await listEffect(work, companyId, rule, {
      after: readCursor(effectOrder, after),
      limit: BATCH,
    });
    const seen = rows.filter(({ score }) => score !== null).map((row) => row.account_id);
    const people = sql<{ person_id: string }>`
      select a.id as person_id from account a where a.id = ${anyOf(seen)}`;
    await recordAccessOfMany(work, people, {
      viewerAccountId: accountId,
      viewerCompanyId: companyId,
      kind: 'export',
    });
    const last = rows.at(-1);
    return {
      lines: (after ? '' : csvLine(head)) + rows.map(lineOf).join(''),
      next:
        last && rows.length === BATCH ? writeCursor(effectOrder, { value: last.place, id: last.id }) : null,
    };
  },
});
