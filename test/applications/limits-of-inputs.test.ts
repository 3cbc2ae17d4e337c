import { describe, expect, test } from 'vitest';
import {
  checkAddresses,
  completeMyVerification,
  finishPackageUpload,
  getAddressDetails,
  getPackageUpload,
  lookUpAddresses,
  readReport,
  receiveCraCallback,
  receiveVerificationCallback,
  savePackage,
  showOwnPackage,
  updateApplicationDetails,
} from '#modules/applications/index.ts';
import { packageBytes } from '#modules/applications/limits.ts';
import { packageReview } from '#modules/applications/paper/reviewing.ts';
import { draftSchema } from '#modules/applications/steps/drafts.ts';
import { keepsLimits, textOf as text } from '#test/keeps-limits.ts';

/** How long the parts of an input may be. */

const applicationid = '11111111-1111-4111-8111-111111111111';

describe('an address that is checked', () => {
  const typed = { address1: '', address2: '', city: '', state: '', postalcode: '', choice: '' };
  const one = (changes: object) => ({ addresses: [{ ...typed, ...changes }] });
  keepsLimits(checkAddresses.input, [
    ['the list', 21, (length) => ({ addresses: Array.from({ length }, () => typed) })],
    ['the street', 100, (length) => one({ address1: text(length) })],
    ['the apartment', 100, (length) => one({ address2: text(length) })],
    ['the town', 100, (length) => one({ city: text(length) })],
    ['the state', 2, (length) => one({ state: text(length) })],
    ['the ZIP code', 5, (length) => one({ postalcode: text(length) })],
    ['the choice', 300, (length) => one({ choice: text(length) })],
  ]);
});

describe('an address that is looked up', () => {
  keepsLimits(lookUpAddresses.input, [
    ['the text', 200, (length) => ({ text: text(length) }), 3],
    ['the session', 36, (length) => ({ text: '12 Oak', session: text(length) }), 16],
  ]);
  keepsLimits(getAddressDetails.input, [['the id', 300, (length) => ({ id: text(length) }), 1]]);
});

describe.each([
  ['the agency', receiveCraCallback],
  ['the provider of ID verification', receiveVerificationCallback],
])('a callback of %s', (_what, { input }) => {
  keepsLimits(input, [
    ['the body', 256 * 1024, (length) => ({ body: text(length) })],
    ['the signature', 1000, (length) => ({ body: '', signature: text(length) })],
  ]);
});

describe('a paper package', () => {
  keepsLimits(getPackageUpload.input, [['its size', packageBytes, (bytes) => ({ applicationid, bytes }), 1]]);
  keepsLimits(finishPackageUpload.input, [
    ['the status of the upload', 599, (uploadstatus) => ({ applicationid, uploadstatus }), 100],
  ]);
  keepsLimits(savePackage.input, [
    [
      'its Base64',
      Math.ceil((packageBytes * 4) / 3) + 4,
      (length) => ({ applicationid, package: text(length) }),
    ],
  ]);
  keepsLimits(showOwnPackage.input, [['the page', 500, (page) => ({ applicationid, page }), 1]]);
  keepsLimits(packageReview, [
    ['the reason', 2000, (length) => ({ applicationid, resolvenote: text(length) }), 6],
    ['the hash that was seen', 64, (length) => ({ applicationid, seen: text(length) })],
  ]);
  test.each(['YES', 'NO'])('may be decided by %s', (approve) => {
    expect(packageReview.safeParse({ applicationid, approve }).success).toBe(true);
  });
});

describe('a draft', () => {
  keepsLimits(draftSchema, [
    ['the name of a field', 60, (length) => ({ draft: { step: 'name', values: { [text(length)]: '' } } })],
  ]);
  test.each(['jurisdictions', 'name', 'address'])('may be of the step %s', (step) => {
    expect(draftSchema.safeParse({ draft: { step, values: {} } }).success).toBe(true);
  });
});

describe('a step', () => {
  test.each([{ details: { submit_application: true } }, { esign_decline: true }])(
    'takes %j as yes',
    (given) => {
      expect(updateApplicationDetails.input.safeParse(given).success).toBe(true);
    },
  );
});

describe('the address of a report, and what the page of the ID verification says', () => {
  keepsLimits(readReport.input, [['the token', 600, (length) => ({ token: text(length) })]]);
  keepsLimits(completeMyVerification.input, [
    ['the event', 10_000, (length) => ({ applicationid, completeevent: text(length) })],
  ]);
});
