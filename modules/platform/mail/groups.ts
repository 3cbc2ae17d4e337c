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

/**
 * What one can unsubscribe from with one click, in the mail's header and footer (RFC 8058, D19): two groups, which have
 * preferences, and the mails with alerts, which a member of a team subscribes to.
 */
export const mailLists = ['invitations', 'renewal', 'alerts', 'alert-summary'] as const;
export type MailList = (typeof mailLists)[number];

export function isMailList(name: string): name is MailList {
  return mailLists.some((each) => each === name);
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
