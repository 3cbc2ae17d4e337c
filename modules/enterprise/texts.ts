/**
 * The texts about companies and their teams, for staff and for the people in teams. A comment after a text names the
 * document and section, or the decision, that fixes it.
 */
export const enterpriseTexts = {
  'support.sent': 'Your message has been sent. We’ll reply by email.',
  'console.host-taken': 'Error: domain name not available. please select a different domain', // doc3 §8
  'console.host-free': 'This host name is available.',
  'console.host-ends': 'This ends the company’s current address. Read below what ends with it, then confirm.',
  'console.store-needs-portal': 'Error: Custom store requires client portal', // doc3 §8
  'console.portal-needs-host': 'Enter a host name, or turn off the client portal.',
  'console.changed-meanwhile':
    'Someone else saved this section while you were editing. Your entries are kept below, next to the saved ones. Save again to replace them.',
  'console.logo-not-an-image': 'Choose a PNG, JPEG, WebP or SVG image.',
  'console.logo-too-large': 'Choose an image of at most 1 MB.',
  'console.on-another-team': 'Error: User already attached to another team.', // doc3 §8
  'console.staff-in-team': 'Error: Admin users cannot be added to teams.', // doc3 §8
  'console.team-invite-sent': 'Team Invite Sent', // doc3 §8
  'console.owner-switched': 'Owner switch completed', // doc3 §8
  'console.no-such-user': 'Error: User does not exist.', // doc3 §8
  'team.on-this-team': 'This person is already on the team.',
  'team.own-role': 'Cannot change your own role as owner. Use "Transfer Ownership" instead.', // doc2 §8
  'team.owner-disabled': 'This person’s account is disabled, so they can’t own the company.',
  'team.owner-stays': 'The owner can’t be removed or given another role. Transfer ownership first.',
  'team.coupons-admins-only':
    'Only admins have this switch: the owner can always issue coupons, and viewers never can.', // D60
  'team.management-off': 'Team management is turned off for your company. To turn it on, contact support.', // doc2 §2.16
  'team.changed': 'Someone else changed the team in the meantime. It’s shown as it is now.',
  'team.invite-pending': 'This address already has an open invitation. You can resend it.',
  'team.invite-closed': 'This team invitation is no longer open.',
  'team.invite-used': 'This team invitation was already used. To join the team again, ask for a new one.',
  'team.invite-withdrawn':
    'This team invitation was withdrawn. If you think this is a mistake, ask the person who sent it for a new one.',
  'team.invite-expired': 'This team invitation has expired. Ask for a new one.',
  'team.invite-other-address':
    'This invitation was sent to another email address. Log in with the account for that address.',
  'api-keys.no-scope': 'Choose at least one permission for the key.',
  'api-keys.address':
    'Enter IP addresses or networks such as 198.51.100.7 or 198.51.100.0/24, one on each line, at most 20.',
  'api-keys.enough': 'You have 20 keys. Revoke one first.',
  'api-keys.owner-only': 'Only the owner sees keys and webhooks',
  'api-keys.made': 'Copy your key now',
  'api-keys.revoked': 'Key revoked. Calls with it are refused from now on.',
  'api-keys.not-active': 'This key was already revoked.',
  'api-keys.missing': 'Send an API key in the header: Authorization: Bearer shk_…',
  'api-keys.wrong': 'There is no such API key.',
  'api-keys.was-revoked': 'This API key was revoked.',
  'api-keys.expired': 'This API key has expired.',
  'api-keys.stopped': 'The company of this API key is turned off. Contact support.',
  'api-keys.foreign-address': 'This API key doesn’t work from your address.',
  'api-keys.scope': 'This API key doesn’t have the scope that this call needs.',
  'api-keys.cursor-unknown': 'starting_after isn’t the id of a row of this list.',
  'api-keys.idempotency-key': 'An Idempotency-Key has 1 to 255 characters of ASCII and no spaces.',
  'api-keys.idempotency-reused': 'This Idempotency-Key was already used for another request.',
  'api-keys.idempotency-in-flight': 'A request with this Idempotency-Key is being carried out.',
  'webhooks.no-event': 'Choose at least one event.',
  'webhooks.insecure': 'Use an address that begins with https://.',
  'webhooks.not-public': 'Use an address on the public internet. We found no public one for this host.',
  'webhooks.taken': 'This address is already an endpoint of your company.',
  'webhooks.enough': 'Your company has 10 endpoints, the most allowed. Remove one first.',
  'webhooks.off': 'This endpoint is turned off. Test it and turn it on first.',
  'webhooks.changed': 'Events saved.',
  'webhooks.removed': 'Endpoint removed.',
  'webhooks.replayed': 'Sending again.',
  'webhooks.secret': 'Copy your secret now',
  'team.save-failed': 'Save failed - please try again', // doc2 §8
} as const;
