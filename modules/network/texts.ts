import { formatDuration } from '#modules/platform/browser.ts';
import {
  BULK_MEGABYTES,
  BULK_UNKNOWN_SHIELDIDS,
  networkLimits as limits,
  networkTimings as timings,
} from './limits.ts';

/**
 * The texts of search, invitations and the network. A comment after a text names its source: a document's section or a
 * decision.
 */
export const networkTexts = {
  'search.not-found': 'Error: Shield ID Not Found', // doc1 §8
  'search.shieldlink-not-found': 'Error: Shield Link ID Not Found', // doc1 §5
  'search.invalid-email': 'Error: Invalid Email Address', // doc1 §5
  'search.own': "That's your Shield ID / Email address", // doc1 §5
  'search.private': 'ShieldScore sharing not enabled for this user.', // doc1 §8
  'search.limit-reached': `You’ve used all your free searches for the last ${formatDuration(timings['search.free-window'])}. Invite this person to see their ShieldScore.`, // D52
  'search.access-requested': 'Your request was sent. We’ll tell you only if they choose to share.',
  'search.access-requested-before': `You asked this person less than ${formatDuration(timings['access.ask-again'])} ago.`, // D84
  'search.access-not-needed': 'You can already see this person, or they have an invitation from you.',
  'invitations.already-invited': 'User already invited.', // doc2 §8
  'invitations.no-score': 'You cannot accept as an individual without a valid ShieldScore.', // doc1 §5
  'invitations.check-first': 'You must complete a background check before sharing your ShieldScore', // doc1 §5
  'invitations.company-only': 'The inviter asked you to accept as a company.', // doc1 §5
  'invitations.no-company':
    'Only the owner or an admin of a company with ShieldLink can accept as a company.',
  'invitations.no-shieldlink':
    'Your company needs ShieldLink to accept this invitation. Ask support to turn ShieldLink on, then come back to this invitation.',
  'invitations.company-twice':
    'Your company already shares its network with this company, or has another open invitation from it.',
  'invitations.shieldlink-off': 'Only admins of companies with ShieldLink can invite a company.', // doc2 §6
  'invitations.what-inviter-sees':
    'Once you open an invitation, they can see how far along your background check is, and the area code of your verified mobile number. They see your score only if you accept.', // D106
  'invitations.closed': 'This invitation is no longer open.',
  'invitations.expired': 'This invitation has expired. Ask for a new one.', // D53
  'invitations.other-account':
    'Another account has this email address, and the invitation is in it. Log in with that address to respond.', // D115
  'invitations.own-asked': 'You already asked them for your own invitation.', // D115
  'invitations.own-needless': 'You already have an invitation from them, or share with them.',
  'invitations.accepted-before': 'You already accepted this invitation.',
  'invitations.link-dead':
    'Check that you copied the whole link from the email. If you did, ask the person who sent it for a new one.',
  'center.empty': 'Sorry. Your mailbox is empty', // doc1 §2
  'center.done': "Way to go! You're growing your trusted network.", // doc1 §8
  'center.none-selected': 'Select at least one invitation',
  'center.none-accepted': 'No invitation was accepted.',
  'center.ignored': 'Invitation ignored. We won’t email you invitations from them again.', // D119
  'center.turned-off': 'Turned off', // D119
  'center.proof-needed': 'Confirm that it’s you, or log in, before you accept invitations.',
  'invitations.coupon-not-allowed':
    'Only the owner, and admins whom the owner allows, can send coupons, and only while the company’s payments are on.', // doc2 §6, D60
  'invitations.sent': 'Invitation sent',
  'invitations.extended': `They ignored an invitation from you, so no email is sent. For the next ${formatDuration(timings['invitations.lifetime'])} you can give them the link yourself.`,
  'invitations.withheld':
    'Invitation saved, but no email was sent: this person doesn’t get these emails. Give them the invitation’s link yourself.',
  'invitations.ignored-before': 'You ignored this invitation. If you continue, it will be open again.',
  'share.no-score': 'You need a ShieldScore first. You get one with your background check.',
  'share.held':
    'A bank is reviewing the payment for your check. You can share your score again once the bank confirms the payment.', // D113
  'share.under-review':
    'Your ShieldScore is under review. You can share it again once you’ve reviewed the change, or your error report is answered.', // D116
  'share.off': 'Turn on Share my ShieldScore and ShieldID (ABC#) Search Results in Privacy & Data first.',
  'share.too-many': `You have ${limits['share.working-links']} active links. Revoke one you no longer need first.`,
  'share.revoked': 'Link revoked',
  'sms.number-mismatch': 'Error: Phone number provided does not match', // doc1 §5
  'sms.code-mismatch': 'Error: Confirmation code provided does not match', // doc1 §5
  'sms.joined': 'has joined your trusted network', // doc1 §4
  'sms.declined': 'has selected "N"', // doc1 §4
  'sms.unanswered': `There was no answer within ${formatDuration(timings['sms.answer-wait'])}.`, // D56
  'sms.opted-out': 'This number doesn’t take text messages from us.', // D56
  'sms.no-number':
    'This person has no verified mobile number, so they can’t answer by text message. Give them the invite link instead.',
  'sms.no-score': 'This person has no valid ShieldScore to share yet.',
  'sms.company': 'This invitation asks a company to accept. That can’t be done by text message.',
  'sms.closed': 'This invitation was answered or withdrawn in the meantime.',
  'sms.expired': 'This invitation has expired. Resend it first.', // D53
  'sms.code-over': 'This code no longer works. Send a new one.', // D12
  'sms.locked': 'Too many wrong entries for this invitation.', // D12
  'sms.sends-used': `You can send ${limits['sms.codes']} codes for an invitation within ${formatDuration(timings['sms.counted'])}, and all were sent.`, // D12
  'sms.busy': `This person is answering another invitation by text message, which takes at most ${formatDuration(timings['sms.answer-wait'])}. Please try again after that.`,
  'shares.through-company':
    'You share with this network through another company: turn sharing off here, or leave that company’s network', // D55
  'shares.still-on': 'Turn sharing off before you leave', // doc1 §4
  'shares.gone': 'You no longer share with this network.',
  'network.empty': 'Start building your trusted network. Add independent contractors today', // doc1 §2
  'network.are-you-sure': 'Are you sure?', // doc1 §2
  'network.nevermind': 'Nevermind', // doc1 §2
  'network.yes': 'Yes', // doc1 §2
  'network.renewal-requested': 'Renewal requested',
  'network.removal-submitted': 'Removal Request has been submitted', // doc1 §2
  'alerts.rule-scores': 'The lowest score can’t be better than the best score.',
  'alerts.exception-date': `Choose a day from today, at most ${limits['alerts.exception-days']} days ahead.`, // D131
  'alerts.exception-open': 'This person already has an exception. End it first.',
  'report.attestation':
    'I attest that we request and use full reports only for this purpose, follow the Fair Credit Reporting Act, and give the person the notices it requires before and after an adverse action.',
  'report.attestation-needed': 'Check the box to attest to the purpose',
  'adverse.no-score': 'You can do this only for someone whose score you can see.',
  'adverse.disputed': 'This person has disputed the report. You can’t use it until the dispute is resolved.',
  'adverse.open': 'Your company already has an open adverse action about this report.',
  'adverse.report-changed': 'The report changed in the meantime. Read it again and start over.',
  'adverse.results': 'Choose at least one result that you may use.',
  'adverse.assessment': 'The law of this place requires your written assessment.',
  'adverse.unreviewed':
    'The notices for this place haven’t been reviewed by a lawyer yet, so they can’t be sent. Contact support.',
  'adverse.closed': 'This adverse action has ended.',
  'adverse.not-ready': 'You can’t decide yet: the person still has time to respond.',
  'adverse.posted': 'There is no notice to mail.',
  'adverse.posting-day': 'Choose a day from the start of the adverse action until today.',
  'report.purpose-needed':
    'Before you download your first full report, choose the permissible purpose for which you use reports.',
  'report.who-sees': 'They will see the download under “Who saw your score”.',
  'bulk.unmapped': 'Required columns of ShieldID or Email Address are not mapped. Please map more columns.', // doc3 §8
  'bulk.not-for-viewers': 'You’re a viewer of this team. Ask its owner to change your role.', // D132
  'bulk.no-file': 'Choose a CSV or xlsx file.',
  'bulk.no-records': 'Error : No records detected in uploaded file', // doc3 §8
  'bulk.too-large': `The file is larger than ${BULK_MEGABYTES} MB. Split it into smaller files.`, // D132
  'bulk.old-excel': 'This is a .xls file. Save it as .xlsx or CSV.',
  'bulk.encrypted': 'The file is protected with a password. Save it without one, and upload it again.',
  'bulk.unreadable': 'This isn’t a CSV or xlsx file, or it’s damaged. Save it again as one of the two.',
  'bulk.too-complex':
    'This file is too complex to open. Save only the sheet with the people, or save it as CSV.',
  'bulk.column-twice': 'Two columns are mapped to the same field. Leave one of them out.',
  'bulk.columns-changed': 'Choose a field for each column of this file, or leave the column out.',
  'bulk.file-gone': 'The rows of this file were deleted. Upload the file again.', // D132
  'bulk.check-first': 'Check the rows first. The result is kept for an hour.', // D132
  'bulk.unknown-ids': `More than ${BULK_UNKNOWN_SHIELDIDS} ShieldIDs of this file don’t exist. Check which column is the ShieldID, or leave it out.`,
  'bulk.nobody': 'No one in this file can be invited.',
  'bulk.started': 'This file is already being sent.',
  'bulk.not-sending': 'This file isn’t being sent.',
  'bulk.confirm-most': 'The maximum cost of the coupons has changed. Check the amount and confirm it again.', // D132
  'bulk.confirm': 'Confirm what the coupons can cost', // D132
  'bulk.queued': 'invites have been queued. Invites might take a few minutes to finish sending.', // doc3 §8
  'network.not-in-this-state': 'You can’t do that with this connection right now.',
} as const;
