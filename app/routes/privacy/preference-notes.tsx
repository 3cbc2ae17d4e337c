import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { PreferenceName } from '#modules/identity/fields.ts';
import { RENEWAL_WINDOW_DAYS } from '#modules/platform/browser.ts';

/** The explanation under the label of each switch. */
export const preferenceNotes: Record<PreferenceName, ReactNode> = {
  network_sharing_master: 'When off, no one sees your score, regardless of other settings.',
  network_searchresults:
    'Show my score when someone searches my ShieldID. When off, they see only that sharing isn’t enabled.',
  network_autoacceptinvite:
    'Companies that invite you from now on see your score right away. We’ll email you every time.',
  shieldscore_clean_autoaccept: (
    <>
      IC01+ and IC01 become active without waiting for you. By turning this on, you agree to the{' '}
      <Link to="/scoreterms">ShieldScore terms</Link>.
    </>
  ),
  email_preference_invites: 'When off, invitations wait here and no email is sent.',
  email_preference_renewal: `Several emails in the last ${RENEWAL_WINDOW_DAYS} days before your score expires, and one once it has expired.`,
};
