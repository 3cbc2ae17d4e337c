import { keepAlert, settleAlert } from './admin/index.ts';
import {
  alignMonitoring,
  applicationStatusChanged,
  checksMoved,
  pendingInvitesChosen,
  proposeWaiting,
  restoreScore,
  scoreActivated,
  scoreExpired,
  scoreHoldChanged,
  suspendScore,
} from './applications/index.ts';
import {
  companyTurnedOff,
  hostReleased,
  ownerSwitched,
  shieldLinkTurnedOff,
  teamRoleChanged,
} from './enterprise/index.ts';
import {
  accountDisabled,
  accountErasing,
  accountRestored,
  accountVerified,
  addressProven,
  addressUnreachable,
  mailProgressed,
  mailUnsubscribed,
  personChanged,
} from './identity/index.ts';
import {
  acceptPendingInvites,
  closeCompanyInvitations,
  closeInvitations,
  endForErased,
  endShieldLink,
  endSubscriptions,
  followDisputes,
  followMovedChecks,
  leaveNetworks,
  openByCoupon,
  recordBounce,
  recordMailProgress,
  refreshPerson,
  repostNotices,
  takeInvitations,
  tellOfPurchase,
  unsubscribeFromAlerts,
  welcomeInvited,
  welcomeScore,
} from './network/index.ts';
import { type Subscription, staffAlertRaised, staffAlertSettled, subscribe } from './platform/index.ts';
import { forgetHost, purchasePaid, settleCardOfNewOwner } from './purchasing/index.ts';

/**
 * All subscriptions to events. The publisher is in a lower module than the subscriber, and both run in the same
 * transaction.
 */
export const subscriptions: readonly Subscription[] = [
  subscribe(accountVerified, welcomeInvited),
  subscribe(addressProven, takeInvitations),
  // After this, the connections are refreshed with the score that was suspended or restored.
  subscribe(accountDisabled, suspendScore),
  subscribe(accountDisabled, alignMonitoring),
  subscribe(accountDisabled, closeInvitations),
  subscribe(accountErasing, leaveNetworks),
  subscribe(accountErasing, endForErased),
  subscribe(accountRestored, restoreScore),
  subscribe(accountRestored, alignMonitoring),
  subscribe(accountRestored, refreshPerson),
  subscribe(shieldLinkTurnedOff, endShieldLink),
  subscribe(companyTurnedOff, closeCompanyInvitations),
  subscribe(teamRoleChanged, endSubscriptions),
  subscribe(mailUnsubscribed, unsubscribeFromAlerts),
  subscribe(hostReleased, forgetHost),
  subscribe(ownerSwitched, settleCardOfNewOwner),
  subscribe(addressUnreachable, recordBounce),
  subscribe(addressUnreachable, repostNotices),
  subscribe(mailProgressed, recordMailProgress),
  subscribe(personChanged, refreshPerson),
  subscribe(applicationStatusChanged, refreshPerson),
  subscribe(scoreActivated, welcomeScore),
  // If monitoring brought a new score while another decision was open, the score that was just accepted is suspended.
  subscribe(scoreActivated, alignMonitoring),
  subscribe(scoreActivated, proposeWaiting),
  subscribe(checksMoved, followMovedChecks),
  subscribe(scoreExpired, alignMonitoring),
  subscribe(scoreExpired, refreshPerson),
  subscribe(scoreHoldChanged, refreshPerson),
  // After it, since it locks the person, and whoever locks both locks the person first.
  subscribe(scoreHoldChanged, followDisputes),
  subscribe(pendingInvitesChosen, acceptPendingInvites),
  subscribe(purchasePaid, openByCoupon),
  subscribe(purchasePaid, tellOfPurchase),
  subscribe(staffAlertRaised, keepAlert),
  subscribe(staffAlertSettled, settleAlert),
];
