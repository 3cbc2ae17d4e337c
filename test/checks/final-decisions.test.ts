import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

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
