import { event, type MailList, type MailProgress } from '#modules/platform/index.ts';

/** The address is proven: from here on the person can use the portal. */
export const accountVerified = event<{ accountId: string; emailaddress: string }>(
  'identity.account-verified',
);

/** A person proved a new address for their account, which has it from now on. */
export const addressProven = event<{ accountId: string; emailaddress: string }>('identity.address-proven');

/** Staff closed the account: its sessions have ended. */
export const accountDisabled = event<{ accountId: string }>('identity.account-disabled');

/**
 * The deletion that a person asked for begins. Their data is still there; after the subscribers it is erased, in the same
 * transaction.
 */
export const accountErasing = event<{ accountId: string }>('identity.account-erasing');

export const accountRestored = event<{ accountId: string }>('identity.account-restored');

/** A mail server permanently refuses an address: mails to it do not arrive. */
export const addressUnreachable = event<{ emailaddress: string }>('identity.address-unreachable');

/** Name, business, address or a switch of a person changed: copies of these in other places may be out of date. */
export const personChanged = event<{ accountId: string }>('identity.person-changed');

/** The mail provider reported what became of a mail that is tracked. */
export const mailProgressed = event<{ deliveryId: string; progress: MailProgress; at: Date }>(
  'identity.mail-progressed',
);

/** A person unsubscribed by the link of a mail from a list that has no preference. */
export const mailUnsubscribed = event<{ accountId: string; list: MailList }>('identity.mail-unsubscribed');
