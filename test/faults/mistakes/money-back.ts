import type { Mistake } from './mistake.ts';

/** Mistakes about refunds, what happens to the check afterwards, and how staff and the agency change a score. */
export const moneyBackMistakes: readonly Mistake[] = [
  {
    what: 'the score of a refunded check comes back with a closed account that is opened again',
    file: 'modules/applications/closing.ts',
    before: '      previous_expiration: null,\n      ended_at: former',
    after: '      ended_at: former',
    test: 'test/applications/closing.test.ts',
  },
  {
    what: 'a refund that the bank sent back still counts, so that it cannot be made again in full',
    file: 'modules/purchasing/payment/charges.ts',
    before: "kind in ('refund', 'refund-failed')",
    after: "kind in ('refund')",
    test: 'test/purchasing/returned-refunds.test.ts',
  },
  {
    what: 'a refund that had failed before it was heard of is told as money that went back',
    file: 'modules/purchasing/refunds/recording.ts',
    before: "if (entryId && state !== 'failed') {",
    after: 'if (entryId) {',
    test: 'test/purchasing/returned-refunds.test.ts',
  },
  {
    what: 'what staff are told about a disputed payment goes to the person who paid',
    file: 'modules/purchasing/disputes/deliver.ts',
    before: 'await portal.mailTo({ address },',
    after: 'await portal.mailTo({ accountId: charge.account_id },',
    test: 'test/purchasing/disputes.test.ts',
  },
  {
    what: 'the draft of one provider’s document is shown and published as another’s',
    file: 'modules/applications/catalogue/editing.ts',
    before: "    .selectFrom('consent_draft')\n    .where('craid', '=', craid)\n    .where('kind',",
    after: "    .selectFrom('consent_draft')\n    .where('kind',",
    test: 'test/admin/catalogue.test.ts',
  },
  {
    what: 'paper that was signed with a wrong SSN counts for the corrected one',
    file: 'modules/applications/submission/ssn-review.ts',
    before: "  if (application.signatureChoice === 'paper') application.signatureChoice = null;\n",
    after: '',
    test: 'test/admin/ssn-review.test.ts',
  },
  {
    what: 'an agency whose clock is ahead makes every later update count as older',
    file: 'modules/applications/monitoring/updates.ts',
    before: 'const madeAt = earlier(new Date(event.occurred_at), work.now);',
    after: 'const madeAt = new Date(event.occurred_at);',
    test: 'test/applications/monitoring.test.ts',
  },
  {
    what: 'staff who move one expiration make the reminders of every score begin anew',
    file: 'modules/applications/score/expiration.ts',
    before: "deleteFrom('renewal_reminder').where('shield_score_id', '=', score.id)",
    after: "deleteFrom('renewal_reminder').where('stage', '>=', 0)",
    test: 'test/admin/expiration.test.ts',
  },
  {
    what: 'an address that is asked about has its error beside the next one',
    file: 'app/routes/application/save-address.server.ts',
    before: 'at - 1}].address_choice`',
    after: 'at}].address_choice`',
    test: 'test/app/routes/parts.test.ts',
  },
  {
    what: 'the key of a mail provider’s signature is read with its prefix, as nobody else reads it',
    file: 'modules/platform/hooks.ts',
    before: "secret.replace(/^whsec_/, '')",
    after: 'secret',
    test: 'test/platform/hooks.test.ts',
  },
  {
    what: 'a profile photo keeps the name of who took it',
    file: 'modules/platform/files/pictures.ts',
    before: '.jpeg({ quality: 85, mozjpeg: true })',
    after: '.keepMetadata()\n      .jpeg({ quality: 85, mozjpeg: true })',
    test: 'test/platform/files/pictures.test.ts',
  },
];
