/**
 * Why a mail is sent. The group determines which of the recipient's preferences apply, and whether a mail program may
 * offer to unsubscribe.
 */
export const mailGroups = [
  'security',
  'legal',
  'service',
  'invitations',
  'renewal',
  'company',
  'staff',
] as const;
export type MailGroup = (typeof mailGroups)[number];

/** Groups that one can unsubscribe from with one click, in the mail's header and footer (RFC 8058, D19). */
export const unsubscribableGroups = ['invitations', 'renewal'] as const satisfies readonly MailGroup[];
export type UnsubscribableGroup = (typeof unsubscribableGroups)[number];

export function isUnsubscribable(group: string): group is UnsubscribableGroup {
  return unsubscribableGroups.some((each) => each === group);
}

/** The preferences that were chosen for an address, or the defaults if none were (D20). */
export interface MailPreferences {
  email_preference_marketing: boolean;
  email_preference_invites: boolean;
  email_preference_renewal: boolean;
  /** False: 'Disable all emails'. */
  criticalemails: boolean;
}

/** D20 */
export const defaultMailPreferences: MailPreferences = {
  email_preference_marketing: false,
  email_preference_invites: true,
  email_preference_renewal: true,
  criticalemails: true,
};

/**
 * Whether the recipient wants mails of a group. Security codes, security notices and mails that the law requires are
 * always sent (D19). Company and staff mails have their own settings.
 */
export function wantsGroup(group: MailGroup, preferences: MailPreferences): boolean {
  switch (group) {
    case 'security':
    case 'legal':
    case 'company':
    case 'staff':
      return true;
    case 'service':
      return preferences.criticalemails;
    case 'invitations':
      return preferences.criticalemails && preferences.email_preference_invites;
    case 'renewal':
      return preferences.criticalemails && preferences.email_preference_renewal;
  }
}
