/** What was read on one side of an ID. */
const documentFields = `first_name middle_name last_name address_line_1 address_line_2 address_line_3 address_line_4
  address_line_5 street city state zip document_number issuing_country issue_date issue_state expire_date
  date_of_birth sex height weight eye_color hair_color real_id_compliance`;

/**
 * The fields that the documents give for the answer of each call of the console (doc3 §3 and §7), below the path at
 * which they stand. Those that a person does not have are null there.
 */
const table: readonly (readonly [call: string, fields: Readonly<Record<string, string>>])[] = [
  [
    'POST /admin/usersearch',
    {
      'results[]':
        'userid firstname lastname businessname emailaddress abcnumber currenticstatus cra_provider current_expiration',
    },
  ],
  [
    'POST /admin/getuser',
    {
      profile: `userid firstname middlename lastname namesuffix legalfirstname legallastname businessname address1
        address2 city state postalcode mobile businessphone emailaddress dateofbirth profileimageurl abcnumber
        currenticstatus current_expiration locked_name_dob has_current_verification shieldid_is_monitoring_on
        email_on_suppression_list email_on_suppression_reason active selected_two_step_method enabled_two_step_methods
        network_sharing_master network_autoacceptinvite network_searchresults email_preference_invites
        email_preference_renewal last_auth_dts last_auth_ip last_auth_useragent register_dts legacy_account_link
        legacy_account_verified legacy_processed_date previous_expiration previous_score`,
      'monitoring_ids[]':
        'monitoring_id first_detected_dts last_update_dts is_monitoring_on monitoring_disabled_dts',
    },
  ],
  [
    'POST /admin/getuserbgchecks',
    {
      'applications[]': `id cra_name package_descrip cra_profilenumber shieldid dts composite_status
        composite_status_code expiration_date amount paid_amount refunded_amount active can_promote_score_change
        profile_pdf_exists`,
      'applications[].stripe_transactions[]': 'id type method amount dts',
    },
  ],
  [
    'POST /admin/searchbackgroundcheck',
    {
      'results[]': `cra_profilenumber legalfirstname legalmiddlename legallastname shieldid emailaddress
        completed_date expiration_date icscore user_firstname user_lastname user_emailaddress`,
    },
  ],
  [
    'POST /admin/getcurrentscore',
    {
      'scores[]': `legalfirstname legallastname currenticstatus cra_profilenumber effective_dts last_update_dts
        expiration_dts active`,
    },
  ],
  [
    'POST /admin/getshieldids',
    {
      'shieldids[]': `candidateid legalfirstname legalmiddlename legallastname shieldid first_effective_dts
        last_update expiration_date active`,
    },
  ],
  [
    'POST /admin/getmonitoringactions',
    { 'actions[]': 'id dts candidate_action action_status resolved_by resolved_dts' },
  ],
  [
    'POST /admin/gettermshistory',
    { 'historyitems[]': 'dts terms_version terms_content', 'historyitems[].metadata': 'ipaddress' },
  ],
  ['POST /admin/getadminnotes', { 'notes[]': 'authorname authoremailaddress dts note' }],
  [
    'POST /admin/getscorechanges',
    {
      'score_changes[]':
        'id change_dts change_type status from_score from_expiration to_score to_expiration accepted_dts',
    },
  ],
  [
    'POST /admin/listidverifications',
    {
      'verifications[]': `id dts status id_document active_verification firstname middlename lastname dob
        detected_expire_date detected_dob workflow_run_id sandbox`,
      'verifications[].documents': 'front back',
      'verifications[].documents.front': documentFields,
      'verifications[].documents.back': documentFields,
      'verifications[].selfiemotion': 'url file_type',
      'verifications[].results': 'device document document_details face',
      'verifications[].manual_approval': 'adminid adminname adminemailaddress dts note',
    },
  ],
  ['POST /admin/idverificationdocuments', { '': 'front back', selfiemotion: 'url file_type' }],
  [
    'GET /admin/listpipelinealerts',
    {
      'pipelinedata[]': `alert_type userid event_details event_dts abcnumber currenticstatus current_expiration
        expiration_date firstname lastname businessname emailaddress`,
      'pipelinedata[].event_details': 'profilenumber monitor_score applicationid',
    },
  ],
  [
    'POST /admin/reviewapplicationdetails',
    {
      details: `emailaddress firstname lastname suffix ssn dateofbirth address1 address2 city state postalcode
        previous_address_list alias_list started_dts manual_application_downloaded manual_application_uploaded cra_name
        manual_application_pdf_url`,
      'details.metadata': 'signatures_detected filesize',
      'notes[]': 'dts admin_name admin_emailaddress note',
    },
  ],
  ['POST /admin/downloadreceipt', { '': 'receipt_body' }],
  ['POST /admin/getreportdownloadlink', { '': 'downloadlink' }],
  ['POST /admin/startusersession', { '': 'redirect_to_branded_domain' }],
  [
    'POST /admin/getenterpriseprofile',
    {
      profile: `companyid userid enterprise_enabled contact_firstname contact_lastname accounting_phone
        accounting_email company_name legal_business_name company_address1 company_address2 company_city company_state
        company_postalcode company_phone tax_id crm_id accounting_id quicksight_dashboard_enabled
        alert_dashboard_enabled custom_branding_enabled branding_hostname custom_store_url business_footer
        shieldhub_branding primary_color primary_button_text branding_logo_path team_management_enabled
        network_autoinvite network_requires_pdf shieldlink_enabled fullnetwork_shieldlink_id enable_payments`,
      'profile.paymentmethod': 'cardtype last4 formattedexpirationdate',
      'profile.code_types[]': 'id code_type amount active',
      'profile.packagelist[]': `id craid crapackageid craname customerid selection_criteria exclusion_criteria
        base_price renewalterm enabled paid default_package full_package_descrip delete_flag`,
      'invitations[]': 'firstname lastname shieldid emailaddress connectionstatus invite_dts invite_ignored',
      'connections[]': `firstname lastname shieldid emailaddress connectionstatus invite_dts invite_ignored share_dts
        reportshared`,
      'members[]': `memberid firstname lastname emailaddress role accepted last_auth_dts profileimageurl initials
        issue_coupons delete_flag`,
    },
  ],
  [
    'POST /admin/listenterpriseteam',
    {
      'members[]': `memberid firstname lastname emailaddress role accepted last_auth_dts profileimageurl initials
        issue_coupons delete_flag`,
    },
  ],
  [
    'POST /admin/packagesearch',
    {
      'packagelist[]': `id craid crapackageid craname customerid selection_criteria exclusion_criteria base_price
        renewalterm enabled paid default_package full_package_descrip delete_flag`,
    },
  ],
  [
    'POST /admin/sendenterpriseinvites',
    {
      results: `existing_users_innetwork_skipped existing_users_has_active_invite existing_users_notinvited_found
        existing_users_ignored_previous_invite new_users_inprogress_application new_users_by_email_found
        emails_on_supression_list invalid_records invitessent`,
    },
  ],
  ['POST /admin/checkenterpriseteaminvite', { '': 'exists' }],
  ['POST /admin/checkirecord', { 'records[]': 'provider profilenumber checked_dts result' }],
  ['GET /admin/dashboardembed', { '': 'dashboardurl' }],
  ['GET /admin/legacyaccountlist', { 'accountlist[]': 'craaccountid doingbusinessasname' }],
  ['POST /admin/checkdomainavailable', { '': 'available' }],
  ['GET /admin/uploadenterpriselogo', { '': 'uploadurl' }],
  ['POST /admin/uploadenterpriselogo', { '': 'branding_logo_path' }],
];

export const documentedAnswers = table.map(([call, fields]) => ({
  call,
  fields: Object.entries(fields).map(([at, names]) => ({ at, names: names.split(/\s+/) })),
}));
