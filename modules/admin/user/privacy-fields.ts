import { preferenceFields } from '#modules/identity/fields.ts';
import { fields, optional } from '#modules/platform/fields/field.ts';
import { key, tick } from '#modules/platform/fields/kinds.ts';

/** The switches of a person, as staff edit them (doc3 §2). `seen` is the fingerprint of what the page showed. */
export const userPrivacyFields = fields({
  ...preferenceFields,
  network_sharing_master: tick('Share their ShieldScore'),
  email_preference_invites: tick('Email them network invitations'),
  email_preference_renewal: tick('Email them renewal reminders'),
  seen: optional(key('', { max: 64 })),
});
