import { someHash, someSealed } from '#test/factories/placeholders.ts';

/**
 * Rows that must not exist, each as one statement that uses the rows of `world`. The database itself refuses all of
 * them, whatever the code does.
 */
const ids = {
  dana: '01000000-0000-7000-8000-000000000001',
  ivan: '01000000-0000-7000-8000-000000000002',
  staff: '01000000-0000-7000-8000-000000000003',
  olga: '01000000-0000-7000-8000-000000000004',
  acme: '02000000-0000-7000-8000-000000000001',
  borealis: '02000000-0000-7000-8000-000000000002',
  purchase: '03000000-0000-7000-8000-000000000001',
  openPurchase: '03000000-0000-7000-8000-000000000002',
  attempt: '03000000-0000-7000-8000-000000000003',
  charge: '03000000-0000-7000-8000-000000000004',
  application: '04000000-0000-7000-8000-000000000001',
  order: '04000000-0000-7000-8000-000000000002',
  change: '04000000-0000-7000-8000-000000000003',
  connection: '05000000-0000-7000-8000-000000000001',
  audit: '06000000-0000-7000-8000-000000000001',
  session: '07000000-0000-7000-8000-000000000001',
  otherCompany: '02000000-0000-7000-8000-000000000003',
  nobody: '09000000-0000-7000-8000-000000000009',
};

const hash = `'\\x${'ab'.repeat(32)}'::bytea`;
const otherHash = `'\\x${'cd'.repeat(32)}'::bytea`;
const hex = `'${'ab'.repeat(32)}'`;

const person = (id: string, email: string, more = '') =>
  `insert into account (id, emailaddress, password_hash, password_changed_at, firstname, lastname, registered_at${more ? `, ${more.split('=')[0]}` : ''})
   values ('${id}', '${email}', 'x', now(), 'A', 'B', now()${more ? `, ${more.split('=')[1]}` : ''})`;

const company = (id: string, name: string, number: string) =>
  `insert into company (id, company_name, shieldlinkid, created_at, updated_at) values ('${id}', '${name}', '${number}', now(), now())`;

const member = (companyId: string, accountId: string, role: string, coupons = false) =>
  `insert into team_member (id, company_id, account_id, role, issue_coupons, joined_at)
   values (gen_random_uuid(), '${companyId}', '${accountId}', '${role}', ${coupons}, now())`;

const invitation = (columns: string, values: string) =>
  `insert into connection (id, invited_by_account_id, invited_at, invite_expires_at, code_sealed, code_hash, shared_at, ${columns})
   values (gen_random_uuid(), '${ids.dana}', now(), now() + interval '30 days', '${someSealed}', gen_random_uuid()::text, now(), ${values})`;

const purchase = (id: string, accountId: string, columns: string, values: string) =>
  `insert into purchase (id, account_id, package_id, package_descrip, renewal, currency, created_at, ${columns})
   values ('${id}', '${accountId}', (select id from screening_package limit 1), 'Check', false, 'usd', now(), ${values})`;

/** @param more additional columns by name, as SQL */
const ledger = (kind: string, cents: number, provider: string, more: Record<string, string> = {}) => {
  const values = {
    id: 'gen_random_uuid()',
    purchase_id: `'${ids.purchase}'`,
    account_id: `'${ids.dana}'`,
    leg: `'buyer'`,
    kind: `'${kind}'`,
    amount_cents: String(cents),
    currency: `'usd'`,
    provider_id: `'${provider}'`,
    recorded_at: 'now()',
    ...more,
  };
  return `insert into ledger_entry (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')})`;
};
const ofCharge = { charge_id: `'${ids.charge}'` };

const session = (columns: string, values: string) =>
  `insert into session (id, account_id, created_at, last_used_at, host, ${columns})
   values (gen_random_uuid(), '${ids.dana}', now(), now(), 'localhost:3000', ${values})`;

const score = (accountId: string, value: string) =>
  `insert into shield_score (id, account_id, shield_id_number, application_id, score_change_id, score, activated_at, expiration,
     legal_firstname, legal_middlename, legal_lastname, legal_namesuffix)
   values (gen_random_uuid(), '${accountId}', 'TX123456789', '${ids.application}', '${ids.change}', '${value}', now(), '2030-01-01',
     'A', '', 'B', '')`;

const change = (columns: string, values: string) =>
  `insert into score_change (id, application_id, account_id, cra_order_id, score_change_type, score, findings, report_key, report_hash, created_at${columns})
   values (gen_random_uuid(), '${ids.application}', '${ids.dana}', '${ids.order}', 'new', ${values})`;

const purposeOf = (columns: string, values: string) =>
  `insert into report_purpose (id, purpose, words, attested_at, ${columns})
   values (gen_random_uuid(), 'employment', 'I attest', now(), ${values})`;

/** A person with data of every kind, a second one with little data, a company with its team, staff. */
export const world: string[] = [
  person(ids.dana, 'dana@example.com'),
  person(ids.ivan, 'ivan@example.com'),
  person(ids.staff, 'staff@example.com', "role='ADMIN'"),
  company(ids.acme, 'Acme', 'SL123456789'),
  member(ids.acme, ids.dana, 'owner'),
  person(ids.olga, 'olga@example.com'),
  company(ids.borealis, 'Borealis', 'SL987654321'),
  member(ids.borealis, ids.olga, 'owner'),
  purchase(
    ids.purchase,
    ids.dana,
    'amount_cents, status, paid_at, transaction_id',
    `7900, 'paid', now(), 'pi_1'`,
  ),
  purchase(ids.openPurchase, ids.ivan, 'amount_cents', '7900'),
  `insert into payment_attempt (id, purchase_id, kind, created_at)
   values ('${ids.attempt}', '${ids.openPurchase}', 'element', now())`,
  ledger('charge', 7900, 'pi_1', { id: `'${ids.charge}'` }),
  ledger('refund', -5000, 're_1', ofCharge),
  `insert into application (id, account_id, package_id, purchase_id, ordered_at, status_at)
   values ('${ids.application}', '${ids.dana}', (select id from screening_package limit 1), '${ids.purchase}', now(), now())`,
  `insert into application_status_change (id, application_id, to_status, changed_at, reason)
   values (gen_random_uuid(), '${ids.application}', 'paid', now(), 'bought')`,
  `insert into cra_order (id, application_id, craid, attempt, idempotency_key, created_at)
   values ('${ids.order}', '${ids.application}', (select craid from screening_provider limit 1), 1, 'key-1', now())`,
  `insert into score_change (id, application_id, account_id, cra_order_id, score_change_type, score, findings, report_key, report_hash, created_at)
   values ('${ids.change}', '${ids.application}', '${ids.dana}', '${ids.order}', 'new', 'IC01', '${someSealed}', 'k', '${someHash}', now())`,
  `insert into shield_id (number, account_id, issued_at) values ('TX123456789', '${ids.dana}', now())`,
  score(ids.dana, 'IC01'),
  `insert into signing_record (id, application_id, consent_document_id, document_hash, signature_kind, signed_at, address, agent)
   values (gen_random_uuid(), '${ids.application}', (select id from consent_document limit 1), ${hex}, 'none', now(), '', '')`,
  `insert into connection (id, owner_company_id, account_id, invited_by_account_id, invited_at, invite_expires_at,
     code_sealed, code_hash, shared_at, accepted_at, status)
   values ('${ids.connection}', '${ids.acme}', '${ids.ivan}', '${ids.dana}', now(), now() + interval '30 days',
     '${someSealed}', 'code-1', now(), now(), 'CURRENT')`,
  invitation('owner_company_id, to_email', `'${ids.acme}', 'new@example.com'`),
  purposeOf('owner_company_id, attested_by_account_id', `'${ids.acme}', '${ids.dana}'`),
  `insert into connection_event (id, connection_id, kind, at) values (gen_random_uuid(), '${ids.connection}', 'invited', now())`,
  `insert into invitation_mail (id, connection_id, created_at) values (gen_random_uuid(), '${ids.connection}', now())`,
  `insert into audit_entry (id, at, operation, action) values ('${ids.audit}', now(), 'test', 'test')`,
  `insert into session (id, account_id, token_hash, created_at, last_used_at, expires_at, host)
   values ('${ids.session}', '${ids.dana}', ${hash}, now(), now(), now() + interval '1 hour', 'localhost:3000')`,
  `insert into verification_code (id, account_id, purpose, channel, destination, requested_at)
   values (gen_random_uuid(), '${ids.dana}', 'two-step', 'EMAIL', 'dana@example.com', now())`,
  `insert into terms_acceptance (id, account_id, terms_version_id, accepted_at)
   values (gen_random_uuid(), '${ids.dana}', (select id from terms_version where kind = 'portal'), now())`,
  `insert into hook_event (provider, event_id, received_at) values ('cra', 'event-1', now())`,
];

export const violations: Record<string, string> = {
  // Accounts and sessions
  'two accounts with one address': person(ids.nobody, 'dana@example.com'),
  'an address in capital letters': person(ids.nobody, 'Nobody@example.com'),
  'an address that is none': person(ids.nobody, 'dana at example'),
  'a role that is none': person(ids.nobody, 'n@example.com', "role='ROOT'"),
  'staff without a second step': `update account set two_step_method = 'DISABLED' where id = '${ids.staff}'`,
  'a second step that is none': `update account set two_step_method = 'PIGEON' where id = '${ids.dana}'`,
  'a phone number with letters': `update account set mobile = '555-CALL-ME' where id = '${ids.dana}'`,
  'a birth before 1900': `update account set dateofbirth = '1899-12-31' where id = '${ids.dana}'`,
  'an SSN without its lookup value': `update account set ssn_encrypted = '${someSealed}' where id = '${ids.dana}'`,
  'a legal name without what proves it': `update account set legal_firstname = 'Dana', legal_lastname = 'Fox' where id = '${ids.dana}'`,
  'a legal name from a source that is none': `update account set legal_firstname = 'A', legal_middlename = '',
    legal_lastname = 'B', legal_namesuffix = '', legal_source = 'rumor', legal_at = now() where id = '${ids.dana}'`,
  'a text of a fifth kind': `insert into application_text (application_id, kind, job_id, begun_at)
    values ('${ids.application}', 'advertising', 'job', now())`,
  'two texts of a kind for one application': `insert into application_text (application_id, kind, job_id, begun_at)
    select '${ids.application}', 'ready', n::text, now() from generate_series(1, 2) n`,
  'two consents to texts at once': `insert into text_consent (id, account_id, mobile, words, given_at, address, agent)
    select gen_random_uuid(), '${ids.dana}', '5125550100', 'w', now(), 'a', 'b' from generate_series(1, 2)`,
  'two sessions with one token': session('token_hash, expires_at', `${hash}, now() + interval '1 hour'`),
  'a session that ends before it begins': session(
    'token_hash, expires_at',
    `${otherHash}, now() - interval '1 hour'`,
  ),
  'a session with a short token': session(
    'token_hash, expires_at',
    `'\\x00'::bytea, now() + interval '1 hour'`,
  ),
  'an admin session of oneself': session(
    'token_hash, expires_at, admin_account_id, admin_session_id',
    `${otherHash}, now() + interval '1 hour', '${ids.dana}', '${ids.session}'`,
  ),
  'an address that no mail reaches, without a reason': `insert into mail_suppression (emailaddress, reason, suppressed_at) values ('x@example.com', '', now())`,
  'an admin session that ends with no session': session(
    'token_hash, expires_at, admin_account_id',
    `${otherHash}, now() + interval '1 hour', '${ids.staff}'`,
  ),
  'a session of nobody': `update session set account_id = '${ids.nobody}' where id = '${ids.session}'`,
  'two live codes for one purpose': `insert into verification_code (id, account_id, purpose, channel, destination, requested_at)
    values (gen_random_uuid(), '${ids.dana}', 'two-step', 'EMAIL', 'dana@example.com', now())`,
  'a link for a code that recovers nothing': `update verification_code set link_hash = ${otherHash}`,
  'a code that recovers nothing for a browser': `update verification_code set browser_hash = ${otherHash}`,
  'a sixth try of a code': `update verification_code set tries = 6`,
  'a code used before it was sent': `update verification_code set used_at = now()`,
  'other terms than were agreed to': `update terms_version set html = 'Other'`,
  'another date of an agreement': `update terms_acceptance set accepted_at = now() - interval '1 year'`,
  'two current terms of a kind': `insert into terms_version (id, kind, version, html, published_at, is_current)
    values (gen_random_uuid(), 'portal', 2, 'x', now(), true)`,
  'terms agreed to twice': `insert into terms_acceptance (id, account_id, terms_version_id, accepted_at)
    values (gen_random_uuid(), '${ids.dana}', (select id from terms_version where kind = 'portal'), now())`,
  'terms of a company that name none': `insert into terms_version (id, kind, version, html, published_at)
    values (gen_random_uuid(), 'company', 1, 'x', now())`,
  "the portal's own terms as a company's": `insert into terms_version (id, kind, company_id, version, html, published_at)
    values (gen_random_uuid(), 'portal', '${ids.acme}', 7, 'x', now())`,
  'two drafts of one text': `insert into terms_draft (id, kind, html, author_account_id, written_at)
    select gen_random_uuid(), 'portal', 'x', '${ids.staff}', now() from generate_series(1, 2)`,
  'terms that were agreed to, deleted': `delete from terms_version where kind = 'portal'`,
  // Companies
  'two owners of a company': member(ids.acme, ids.ivan, 'owner'),
  'a company without an owner': company(ids.otherCompany, 'Cirrus', 'SL111111111'),
  'two companies with one ShieldLink ID': `update company set shieldlinkid = 'SL987654321' where id = '${ids.acme}'`,
  'the only owner gone': `delete from team_member where account_id = '${ids.dana}'`,
  'the only owner made an admin': `update team_member set role = 'admin' where account_id = '${ids.dana}'`,
  'a person in two teams': member(ids.acme, ids.olga, 'viewer'),
  'a viewer who issues coupons': member(ids.acme, ids.ivan, 'viewer', true),
  'a team role that is none': member(ids.acme, ids.ivan, 'king'),
  'a company without a name': `update company set company_name = '' where id = '${ids.acme}'`,
  'a ShieldLink ID that is none': `update company set shieldlinkid = 'SL1' where id = '${ids.acme}'`,
  'a host that is none': `update company set branding_hostname = 'acme.evil.example' where id = '${ids.acme}'`,
  'a store without a host': `update company set custom_store_url = 'https://a.example' where id = '${ids.acme}'`,
  'a color that ends the style sheet': `update company set primary_color = 'red;}' where id = '${ids.acme}'`,
  'an invitation without a code': `update connection set code_sealed = null, code_hash = null where id = '${ids.connection}'`,
  'a result without a report': `update score_change set report_key = ''`,
  'a tax ID that is not encrypted': `update company set tax_id_sealed = '12-3456789' where id = '${ids.acme}'`,
  'a daily summary at an hour that is none': `update company set daily_summary_hour = 24 where id = '${ids.acme}'`,
  'a purpose that the law does not know': `update company set permissible_purpose = 'curiosity' where id = '${ids.acme}'`,
  // Money
  'two open purchases of a person': purchase(ids.nobody, ids.ivan, 'amount_cents', '7900'),
  'a purchase below zero': purchase(ids.nobody, ids.dana, 'amount_cents', '-1'),
  'a paid purchase without its time': `update purchase set status = 'paid', transaction_id = 'pi_2' where id = '${ids.openPurchase}'`,
  'a paid purchase without its payment': `update purchase set status = 'paid', paid_at = now() where id = '${ids.openPurchase}'`,
  'one payment for two purchases': `update purchase set status = 'paid', paid_at = now(), transaction_id = 'pi_1' where id = '${ids.openPurchase}'`,
  'another price after the sale': `update purchase set amount_cents = 1 where id = '${ids.openPurchase}'`,
  'another buyer': `update purchase set account_id = '${ids.staff}' where id = '${ids.openPurchase}'`,
  'a paid purchase reopened': `update purchase set status = 'open', paid_at = null where id = '${ids.purchase}'`,
  'a purchase deleted': `delete from purchase where id = '${ids.openPurchase}'`,
  'a purchase closed while it can be paid': `update purchase set status = 'closed', closed_at = now() where id = '${ids.openPurchase}'`,
  'a way to pay what is paid': `insert into payment_attempt (id, purchase_id, kind, created_at)
    values (gen_random_uuid(), '${ids.purchase}', 'element', now())`,
  'two open attempts to pay': `insert into payment_attempt (id, purchase_id, kind, created_at)
    values (gen_random_uuid(), '${ids.openPurchase}', 'checkout', now())`,
  'a charge counted twice': ledger('charge', 7900, 'pi_1'),
  'a charge below zero': ledger('charge', -7900, 'pi_9'),
  'a second charge of one leg': ledger('charge', 100, 'pi_8'),
  'a refund that takes': ledger('refund', 100, 're_9', ofCharge),
  'a refund counted twice': ledger('refund', -100, 're_1', ofCharge),
  'more refunded than was charged': ledger('refund', -2901, 're_9', ofCharge),
  'a refund of nothing': ledger('refund', -100, 're_9'),
  'a refund of a refund': ledger('refund', -100, 're_9', {
    charge_id: `(select id from ledger_entry where kind = 'refund')`,
  }),
  'a charge that gives another one back': ledger('charge', 100, 'pi_9', ofCharge),
  'a failed refund without a refund': ledger('refund-failed', 5001, 're_9', ofCharge),
  'a refund in another currency': ledger('refund', -100, 're_9', { ...ofCharge, currency: `'eur'` }),
  'a charge in another currency': ledger('charge', 100, 'pi_9', { currency: `'eur'` }),
  'a company that gets what the buyer paid': ledger('refund', -100, 're_9', {
    ...ofCharge,
    leg: `'company'`,
    company_id: `'${ids.acme}'`,
  }),
  'a charge of no company': ledger('charge', 100, 'pi_9', { leg: `'company'` }),
  'a charge of buyer and company': ledger('charge', 100, 'pi_9', { company_id: `'${ids.acme}'` }),
  'a leg that is none': ledger('charge', 100, 'pi_9', { leg: `'bank'` }),
  'a movement that is none': ledger('gift', 100, 'pi_9'),
  'the payment of another person': ledger('refund', -100, 're_9', {
    ...ofCharge,
    account_id: `'${ids.ivan}'`,
  }),
  'a ledger entry changed': `update ledger_entry set amount_cents = 1`,
  'a ledger entry deleted': `delete from ledger_entry`,
  'the ledger emptied': `truncate ledger_entry cascade`,
  // Applications and scores
  'an application that begins as done': `insert into application (id, account_id, package_id, purchase_id, status, ordered_at, status_at)
    values (gen_random_uuid(), '${ids.ivan}', (select id from screening_package limit 1), '${ids.openPurchase}', 'done', now(), now())`,
  'a step that leads nowhere: paid to done': `update application set status = 'done' where id = '${ids.application}'`,
  'an application for a purchase that has one': `insert into application (id, account_id, package_id, purchase_id, ordered_at, status_at)
    values (gen_random_uuid(), '${ids.dana}', (select id from screening_package limit 1), '${ids.purchase}', now(), now())`,
  'an application that nobody bought': `insert into application (id, account_id, package_id, purchase_id, ordered_at, status_at)
    values (gen_random_uuid(), '${ids.dana}', (select id from screening_package limit 1), '${ids.nobody}', now(), now())`,
  'an application for what another person bought': `insert into application (id, account_id, package_id, purchase_id, ordered_at, status_at)
    values (gen_random_uuid(), '${ids.dana}', (select id from screening_package limit 1), '${ids.openPurchase}', now(), now())`,
  'an application given to another person': `update application set account_id = '${ids.ivan}' where id = '${ids.application}'`,
  'an application without the payer whom its purchase names': `update application set payer_id = '${ids.ivan}' where id = '${ids.application}'`,
  'a transfer that moves no check': `insert into check_transfer (id, application_id, position, from_account_id, to_account_id,
      transferred_at, transferred_by_account_id)
    values (gen_random_uuid(), '${ids.application}', 1, '${ids.dana}', '${ids.ivan}', now(), '${ids.staff}')`,
  'a check that moves without what belongs to it': `insert into check_transfer (id, application_id, position, from_account_id,
      to_account_id, transferred_at, transferred_by_account_id)
    values (gen_random_uuid(), '${ids.application}', 1, '${ids.dana}', '${ids.ivan}', now(), '${ids.staff}');
    update application set account_id = '${ids.ivan}' where id = '${ids.application}'`,
  'a check that moves to another account than its transfer says': `insert into check_transfer (id, application_id, position,
      from_account_id, to_account_id, transferred_at, transferred_by_account_id)
    values (gen_random_uuid(), '${ids.application}', 1, '${ids.dana}', '${ids.ivan}', now(), '${ids.staff}');
    update application set account_id = '${ids.olga}' where id = '${ids.application}'`,
  'a transfer to the same account': `insert into check_transfer (id, application_id, position, from_account_id, to_account_id,
      transferred_at, transferred_by_account_id)
    values (gen_random_uuid(), '${ids.application}', 1, '${ids.dana}', '${ids.dana}', now(), '${ids.staff}')`,
  'the history of an application changed': `update application_status_change set to_status = 'done'`,
  'the history of an application deleted': `delete from application_status_change`,
  'a signed consent with other words': `update consent_document set body = 'Other' where id = (select consent_document_id from signing_record)`,
  'a consent deleted': `delete from consent_document`,
  'a signature at another time': `update signing_record set signed_at = now() - interval '1 day'`,
  'a signature deleted': `delete from signing_record`,
  'a drawn signature that is not there': `insert into signing_record (id, application_id, consent_document_id, document_hash, signature_kind, signed_at, address, agent)
    values (gen_random_uuid(), '${ids.application}', (select id from consent_document offset 1 limit 1), ${hex}, 'drawn', now(), '', '')`,
  'a document signed twice': `insert into signing_record (id, application_id, consent_document_id, document_hash, signature_kind, signed_at, address, agent)
    select gen_random_uuid(), application_id, consent_document_id, document_hash, signature_kind, now(), '', '' from signing_record`,
  'two open orders of an application': `insert into cra_order (id, application_id, craid, attempt, idempotency_key, created_at)
    values (gen_random_uuid(), '${ids.application}', (select craid from screening_provider limit 1), 2, 'key-2', now())`,
  'an order sent twice': `insert into cra_order (id, application_id, craid, attempt, idempotency_key, created_at, closed_at)
    values (gen_random_uuid(), '${ids.application}', (select craid from screening_provider limit 1), 2, 'key-1', now(), now())`,
  'two results waiting': change('', `'IC02', '${someSealed}', 'k', '${someHash}', now()`),
  'a score that is none': change(
    ', state, decided_at',
    `'A+', '${someSealed}', 'k', '${someHash}', now(), 'superseded', now()`,
  ),
  'a score accepted without terms': `update score_change set state = 'accepted', decided_at = now()`,
  'a decision without its time': `update score_change set state = 'disputed'`,
  'a result for another person': `update score_change set account_id = '${ids.ivan}'`,
  "a dispute of another person's result": `insert into dispute (id, score_change_id, application_id, account_id, opened_at_status, errortext, received_at, due_at)
    values (gen_random_uuid(), '${ids.change}', '${ids.application}', '${ids.ivan}', 'done', '${someSealed}', now(),
      now() + interval '1 day')`,
  'two active ShieldIDs of a person': `insert into shield_id (number, account_id, issued_at) values ('NY000000001', '${ids.dana}', now())`,
  'a ShieldID given twice': `insert into shield_id (number, account_id, issued_at) values ('TX123456789', '${ids.ivan}', now())`,
  'a ShieldID that is none': `insert into shield_id (number, account_id, issued_at) values ('TX12345', '${ids.ivan}', now())`,
  'a ShieldID moved to another person': `update shield_id set account_id = '${ids.ivan}'`,
  'a ShieldID deleted': `delete from shield_id`,
  'two active scores of a person': score(ids.dana, 'IC02'),
  'the score of another person': score(ids.ivan, 'IC02'),
  'a score moved to another person': `update shield_score set account_id = '${ids.ivan}'`,
  // The network
  'two live invitations for one address': invitation(
    'owner_company_id, to_email',
    `'${ids.acme}', 'NEW@example.com'`,
  ),
  'two live connections with one person': invitation(
    'owner_company_id, account_id',
    `'${ids.acme}', '${ids.ivan}'`,
  ),
  'two live connections of two companies': `${invitation(
    'owner_company_id, sharing_company_id, connection_type',
    `'${ids.acme}', '${ids.borealis}', 'FULLNETWORK'`,
  )}; ${invitation('owner_company_id, sharing_company_id, connection_type', `'${ids.acme}', '${ids.borealis}', 'FULLNETWORK'`)}`,
  'two live invitations of a company to one address': `${invitation(
    'owner_company_id, to_email, connection_type',
    `'${ids.acme}', 'one@example.com', 'FULLNETWORK'`,
  )}; ${invitation('owner_company_id, to_email, connection_type', `'${ids.acme}', 'ONE@example.com', 'FULLNETWORK'`)}`,
  'a company that shares with itself': invitation(
    'owner_company_id, sharing_company_id, connection_type',
    `'${ids.acme}', '${ids.acme}', 'FULLNETWORK'`,
  ),
  'a network shared with a person': invitation(
    'owner_account_id, sharing_company_id, connection_type',
    `'${ids.dana}', '${ids.acme}', 'FULLNETWORK'`,
  ),
  'a shared network that belongs to a person': invitation(
    'owner_company_id, account_id, sharing_company_id, connection_type, accepted_at',
    `'${ids.acme}', '${ids.dana}', '${ids.borealis}', 'FULLNETWORK', now()`,
  ),
  'the report of a person who is shared through a company': invitation(
    'owner_company_id, account_id, connection_type, accepted_at, report_shared',
    `'${ids.acme}', '${ids.dana}', 'EXTENDED', now(), true`,
  ),
  'the ShieldID of a person who is shared through a company': invitation(
    'owner_company_id, account_id, connection_type, accepted_at, shieldid',
    `'${ids.acme}', '${ids.dana}', 'EXTENDED', now(), 'TX123456789'`,
  ),
  'a person shared twice through companies': `${invitation(
    'owner_company_id, account_id, connection_type, accepted_at',
    `'${ids.acme}', '${ids.dana}', 'EXTENDED', now()`,
  )}; ${invitation('owner_company_id, account_id, connection_type, accepted_at', `'${ids.acme}', '${ids.dana}', 'EXTENDED', now()`)}`,
  'an invitation of nobody': invitation('to_email', `'x@example.com'`),
  'an invitation of two': invitation(
    'owner_company_id, owner_account_id, to_email',
    `'${ids.acme}', '${ids.dana}', 'x@example.com'`,
  ),
  'an invitation to nobody': invitation('owner_company_id', `'${ids.acme}'`),
  'an invitation to oneself': invitation('owner_account_id, account_id', `'${ids.dana}', '${ids.dana}'`),
  'accepted and ignored': `update connection set ignored_at = now() where id = '${ids.connection}'`,
  'cancelled after it was accepted': `update connection set cancelled_at = now() where id = '${ids.connection}'`,
  'a score before it is shared': `update connection set score = 'IC01' where accepted_at is null`,
  'a status that is none': `update connection set status = 'FINE' where id = '${ids.connection}'`,
  'two invitations with one code': `update connection set code_hash = 'code-1' where id <> '${ids.connection}'`,
  'a purpose of nobody': purposeOf('attested_by_account_id', `'${ids.dana}'`),
  'a purpose of two': purposeOf(
    'owner_company_id, owner_account_id, attested_by_account_id',
    `'${ids.acme}', '${ids.dana}', '${ids.dana}'`,
  ),
  'a purpose that somebody else attested for a person': purposeOf(
    'owner_account_id, attested_by_account_id',
    `'${ids.dana}', '${ids.ivan}'`,
  ),
  'a purpose attested again in place': `update report_purpose set purpose = 'tenant-screening'`,
  'a purpose taken off the record': `delete from report_purpose`,
  'all purposes taken off the record': `truncate report_purpose`,
  'a mail that was opened, never': `update invitation_mail set opens = 1`,
  'a mail whose link was followed at a moment, but not once': `update invitation_mail set clicked_at = now()`,
  'the history of a connection changed': `update connection_event set kind = 'accepted'`,
  // The ground floor
  'an audit entry changed': `update audit_entry set action = 'nothing' where id = '${ids.audit}'`,
  'an audit entry deleted': `delete from audit_entry where id = '${ids.audit}'`,
  'the audit log emptied': `truncate audit_entry`,
  'the guard of the audit log taken off by its trigger setting': `set session_replication_role = replica; delete from audit_entry`,
  'a callback stored twice': `insert into hook_event (provider, event_id, received_at) values ('cra', 'event-1', now())`,
  'a person with connections, deleted': `delete from account where id = '${ids.ivan}'`,
};
