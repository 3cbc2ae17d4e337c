import { calls } from '#modules/platform/index.ts';
import { getAddressDetails, lookUpAddresses } from './addresses/index.ts';
import { lookUpArchivedShieldId } from './linking/account-linking.ts';
import {
  confirmApplicationStatus,
  getApplicationStatus,
  getApplicationSteps,
  listMyApplications,
  startApplication,
} from './overview.ts';
import { listPackagesForSale } from './packages.ts';
import { finishPackageUpload, getPackageUpload } from './paper/uploading.ts';
import { downloadReport, downloadReportFromCode } from './reports/reports.ts';
import { scoreApproval } from './score/approval.ts';
import {
  getApplicationFromCode,
  getMyApplication,
  saveAccept,
  saveAcceptFromCode,
} from './score/reviewing.ts';
import { restoreSavedSignature } from './steps/saved-signature.ts';
import { updateApplicationDetails } from './steps/updating.ts';
import { getApplicationPdf } from './submission/filing.ts';
import {
  checkMyVerification,
  completeMyVerification,
  getVerificationStatus,
  startVerification,
} from './verification/index.ts';

export const applicationsCalls = calls([
  { method: 'GET', path: '/profile/listpackages', operation: listPackagesForSale },
  { method: 'POST', path: '/profile/newapplicant', operation: startApplication },
  { method: 'POST', path: '/profile/getapplication', operation: getMyApplication },
  { method: 'POST', path: '/profile/getapplicationfromcode', operation: getApplicationFromCode },
  { method: 'POST', path: '/profile/lookuparchivedshieldid', operation: lookUpArchivedShieldId },
  { method: 'POST', path: '/profile/saveaccept', operation: saveAccept },
  { method: 'POST', path: '/profile/saveacceptfromcode', operation: saveAcceptFromCode },
  { method: 'POST', path: '/general/scoreapproval', operation: scoreApproval },
  { method: 'GET', path: '/application/addresslookup', operation: lookUpAddresses },
  { method: 'GET', path: '/application/addressdetails', operation: getAddressDetails },
  { method: 'GET', path: '/application/listapplications', operation: listMyApplications },
  { method: 'GET', path: '/application/getapplicationsteps', operation: getApplicationSteps },
  { method: 'GET', path: '/application/uploadmanualpackage', operation: getPackageUpload },
  { method: 'POST', path: '/application/uploadmanualpackage', operation: finishPackageUpload },
  {
    method: 'GET',
    path: '/application/restoresavedsignature',
    operation: restoreSavedSignature,
    changesState: true,
  },
  { method: 'POST', path: '/application/updateapplicationdetails', operation: updateApplicationDetails },
  { method: 'GET', path: '/application/getapplicationstatus', operation: getApplicationStatus },
  { method: 'POST', path: '/application/confirmappstatus', operation: confirmApplicationStatus },
  { method: 'POST', path: '/application/getapplicationpdf', operation: getApplicationPdf },
  { method: 'POST', path: '/userverification/check', operation: checkMyVerification },
  { method: 'POST', path: '/userverification/start', operation: startVerification },
  { method: 'POST', path: '/userverification/complete', operation: completeMyVerification },
  { method: 'POST', path: '/userverification/status', operation: getVerificationStatus },
  { method: 'GET', path: '/application/downloadreport', operation: downloadReport, changesState: true },
  { method: 'POST', path: '/application/downloadreportfromcode', operation: downloadReportFromCode },
]);
