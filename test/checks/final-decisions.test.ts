import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { confirmationsIn, findUndecided, readConfirmations } from '#test/decided.ts';

/**
 * How each decision of staff is asked for in the console (D146): on a page that says what becomes final before it is
 * decided, in a dialog that says what it does, or at one press, because it can be changed or done again.
 */
const decisions = {
  page: [
    'activateMonitorProfile',
    'closePrivacyRequest',
    'completeIdVerification',
    'decideBlockRequest',
    'decideOnRefund',
    'publishConsentDocument',
    'publishTermsText',
    'recordPosting',
    'releaseSsnReview',
    'removeFromTeam',
    'removeMonitoringIds',
    'rescindBlockOfReport',
    'resolveDispute',
    'resolveScoreChange',
    'returnSsnReview',
    'reviewApplicationDetails',
    'sendRefundAgain',
    'withdrawTermsText',
  ],
  dialog: [
    'allowProofs',
    'assignAlerts',
    'cancelJob',
    'changeCompanyConnection',
    'changeAccountStatus',
    'clearProfilePdfCache',
    'closeAlerts',
    'closePipelineAlert',
    'dismissAlerts',
    'dismissPipelineAlert',
    'getReportDownloadLink',
    'inviteCompanyMember',
    'liftAddressSuppression',
    'linkLegacyAccount',
    'saveUserPhoto',
    'linkProfiles',
    'removeJurisdiction',
    'resetTwoFactor',
    'saveAdminNote',
    'setBulkLimit',
    'startUserSession',
    'submitRefund',
    'switchCompanyOwner',
    'takeInPackage',
    'unlinkLegacyAccount',
    'updateBackgroundChecks',
  ],
  press: [
    'adjustExpirationDate',
    'answerPrivacyRequest',
    'assignDispute',
    'assignPipelineAlert',
    'correctIdentity',
    'createUserCompany',
    'decideControlChange',
    'declinePasskey',
    'deleteReleaseNote',
    'deleteSuppression',
    'drainQueue',
    'liftLegalHold',
    'publishReleaseNote',
    'replyToDispute',
    'requestControlChange',
    'retryFailed',
    'revealSsn',
    'saveCataloguePackage',
    'saveCatalogueProvider',
    'saveCatalogueSteps',
    'saveCompanyPackages',
    'saveConsentDocument',
    'saveDashboardSettings',
    'saveDigestChoice',
    'saveEnterpriseProfile',
    'saveJurisdiction',
    'saveLimits',
    'saveLogo',
    'savePortalSettings',
    'saveReviewGoals',
    'saveStoreSettings',
    'saveTermsText',
    'saveTourTexts',
    'saveUser',
    'sendForgotPassword',
    'sendSample',
    'setLegalHold',
    'takePrivacyRequest',
    'testProvider',
    'toggleProfileLock',
    'updateShieldIds',
  ],
} satisfies Record<string, string[]>;

const asked = await readDecisions();

/** Each operation that a form of the console runs, and how. */
async function readDecisions(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const file of glob('app/routes/admin/**/*.{ts,tsx}')) {
    const source = await readFile(file, 'utf8');
    const how = /<(RouteDialog|Sure)\b/.test(source) ? 'dialog' : 'press';
    for (const [, name = ''] of source.matchAll(/\boperation: (\w+)/g)) found.set(name, how);
    for (const [, name = ''] of source.matchAll(
      /const sent = \{[^}]*operation: (\w+) \};\s+return confirmFirst\(/g,
    ))
      found.set(name, 'page');
    for (const [, name = ''] of source.matchAll(/confirmFirst\(args, \{[^}]*operation: (\w+) \}/g))
      found.set(name, 'page');
  }
  return found;
}

test('each decision of staff is asked for as this list says, so that none that is final is made at one press', () => {
  const listed = Object.entries(decisions).flatMap(([how, names]) => names.map((name) => [name, how]));
  expect(Object.fromEntries([...asked].sort())).toEqual(Object.fromEntries(listed.sort()));
});

const source = `
    <FinalDecision
      id="first"
      reads={<Told words="Reads" />}
      label={approves ? 'Approve' : \`Withdraw \${version} for good\`}
    />
  const how = answered ? 'close' : 'dismiss';
        <FinalDecision
          id={how}
          label="Close for good"
        />
      <FinalDecision
        id={formOf(row.id)}
        label="Activate"
      />`;

test('the confirmations of a page are read with their forms and buttons', () => {
  expect(confirmationsIn('page.tsx', source).map(({ form, label }) => [form, label])).toEqual([
    ['first', 'Approve'],
    ['first', 'Withdraw … for good'],
    ['close', 'Close for good'],
    ['dismiss', 'Close for good'],
    [null, 'Activate'],
  ]);
  expect(() => confirmationsIn('page.tsx', source.replace('"Activate"', '{label}'))).toThrow(
    /not written as text/,
  );
});

test('a confirmation that no journey reaches is found, also if another form has the same button', () => {
  const decided = [
    { form: 'first', label: 'Withdraw 3 for good' },
    { form: 'close', label: 'Close for good' },
    { form: 'row 7', label: 'Activate' },
  ];
  expect(findUndecided(confirmationsIn('page.tsx', source), decided)).toEqual([
    "page.tsx: no journey over HTTP presses 'Approve' of the form first. Let one decide it",
    "page.tsx: no journey over HTTP presses 'Close for good' of the form dismiss. Let one decide it",
  ]);
});

test('every confirmation that a page asks for is one that the test command looks for', async () => {
  const files = new Set((await readConfirmations()).map(({ file }) => file));
  const drawn: string[] = [];
  for await (const file of glob('app/routes/**/*.tsx'))
    if (/<FinalDecision\b/.test(await readFile(file, 'utf8'))) drawn.push(file);
  expect([...files].sort()).toEqual(drawn.sort());
});
