import { z } from 'zod';
import {
  removeSuppression,
  resetTwoStep,
  sendPasswordReset,
  setAccountStatus,
  setProfileLock,
} from '#modules/identity/index.ts';
import { operation, staff, staffOrTerminal, yesNo } from '#modules/platform/index.ts';
import { getLivingSubject, userId } from './subject.ts';

/** What staff can do with a person's account, each with one button of the record (doc3 §4). */

export const sendForgotPassword = operation({
  name: 'admin.send-forgot-password',
  summary: 'Emails a person a link to set a new password.',
  access: staff,
  kind: 'write',
  input: userId,
  output: z.object({}),
  async run(work, { userid }) {
    await getLivingSubject(work, userid);
    await sendPasswordReset(work, userid);
    return {};
  },
});

export const resetTwoFactor = operation({
  name: 'admin.reset-two-factor',
  summary: "Resets a person's second step to codes by email and signs out every browser.",
  access: staffOrTerminal,
  kind: 'write',
  input: userId,
  output: z.object({}),
  async run(work, { userid }) {
    await getLivingSubject(work, userid);
    await resetTwoStep(work, userid);
    return {};
  },
});

export const toggleProfileLock = operation({
  name: 'admin.toggle-profile-lock',
  summary: 'Locks the name and date of birth of a person, or unlocks them.',
  access: staff,
  kind: 'write',
  input: userId.extend({ lockstatus: yesNo }),
  output: z.object({}),
  async run(work, { userid, lockstatus }) {
    await getLivingSubject(work, userid);
    await setProfileLock(work, userid, lockstatus);
    return {};
  },
});

export const deleteSuppression = operation({
  name: 'admin.delete-suppression',
  summary: "Takes a person's email address off the suppression list.",
  access: staff,
  kind: 'write',
  input: userId,
  output: z.object({}),
  async run(work, { userid }) {
    await getLivingSubject(work, userid);
    await removeSuppression(work, userid);
    return {};
  },
});

/**
 * Closing ends sessions, expires the ShieldID today and cancels open invitations; restoring gives back the score (D73).
 */
export const changeAccountStatus = operation({
  name: 'admin.change-account-status',
  summary: 'Disables or restores an account.',
  access: staffOrTerminal,
  kind: 'write',
  input: userId.extend({
    active: yesNo,
    /** The documents' call has it, with the value 1 (D81). It changes nothing. */
    changeaccountstatus: z.union([z.literal(1), z.literal('1')]).optional(),
  }),
  output: z.object({}),
  async run(work, { userid, active }) {
    await getLivingSubject(work, userid);
    await setAccountStatus(work, userid, active);
    return {};
  },
});
