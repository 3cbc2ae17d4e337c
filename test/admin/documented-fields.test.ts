import { expect, test } from 'vitest';
import { z } from 'zod';
import { adminCalls } from '#modules/admin/index.ts';

/** The payloads and answers of the console's calls, as named in doc3 §3 and §7. An answer may contain more. */

interface Documented {
  /** The fields that a caller may send. */
  payload: string;
  /** The fields in each part of the answer, by the path to the part. A list stands for its elements. */
  answer: Record<string, string>;
}

const documented: Record<string, Documented> = {
  '/admin/getuserbgchecks': {
    payload: 'userid',
    answer: {
      applications:
        'id cra_name package_descrip cra_profilenumber shieldid dts composite_status composite_status_code expiration_date amount paid_amount refunded_amount active can_promote_score_change profile_pdf_exists stripe_transactions',
      'applications.stripe_transactions': 'id type method amount dts',
    },
  },
  '/admin/getcurrentscore': {
    payload: 'userid',
    answer: {
      scores:
        'legalfirstname legallastname currenticstatus cra_profilenumber effective_dts last_update_dts expiration_dts active',
    },
  },
  '/admin/getshieldids': {
    payload: 'userid',
    answer: {
      shieldids:
        'candidateid legalfirstname legalmiddlename legallastname shieldid first_effective_dts last_update expiration_date active',
    },
  },
  '/admin/getmonitoringactions': {
    payload: 'userid',
    answer: { actions: 'id dts candidate_action action_status resolved_by resolved_dts' },
  },
  '/admin/getscorechanges': {
    payload: 'userid',
    answer: {
      score_changes:
        'id change_dts change_type status from_score from_expiration to_score to_expiration accepted_dts',
    },
  },
  '/admin/listidverifications': {
    payload: 'userid',
    answer: {
      verifications:
        'id dts status id_document active_verification firstname middlename lastname dob detected_expire_date detected_dob documents results manual_approval workflow_run_id sandbox',
      'verifications.documents': 'front back',
      'verifications.documents.front':
        'first_name middle_name last_name address_line_1 address_line_2 address_line_3 address_line_4 address_line_5 street city state zip document_number issuing_country issue_date issue_state expire_date date_of_birth sex height weight eye_color hair_color real_id_compliance',
      'verifications.results': 'device document document_details face',
      'verifications.manual_approval': 'adminid adminname adminemailaddress dts note',
    },
  },
  '/admin/idverificationdocuments': {
    payload: 'userid workflow_run_id',
    answer: { '': 'front back selfiemotion', selfiemotion: 'url file_type' },
  },
  '/admin/completeverification': {
    payload:
      'userid workflow_run_id approval_note approve_verification manual_verification_expiration manual_verification_dob',
    answer: { '': 'success' },
  },
  '/admin/listpipelinealerts': {
    payload: '',
    answer: {
      pipelinedata:
        'alert_type userid event_details event_dts abcnumber currenticstatus current_expiration expiration_date firstname lastname businessname emailaddress',
      'pipelinedata.event_details': 'profilenumber monitor_score applicationid',
    },
  },
  '/admin/reviewapplicationdetails': {
    payload: 'applicationid approve resolvenote',
    answer: {
      details:
        'emailaddress firstname middlename lastname suffix ssn dateofbirth address1 address2 city state postalcode previous_address_list alias_list started_dts manual_application_downloaded manual_application_uploaded cra_name manual_application_pdf_url metadata',
      'details.metadata': 'signatures_detected filesize',
      notes: 'dts admin_name admin_emailaddress note',
    },
  },
  '/admin/getreportdownloadlink': { payload: 'userid appid profileid', answer: { '': 'downloadlink' } },
  '/admin/clearprofilepdfcache': { payload: 'userid profileid', answer: {} },
  '/admin/searchbackgroundcheck': {
    payload: 'searchvalue',
    answer: {
      results:
        'cra_profilenumber legalfirstname legalmiddlename legallastname shieldid emailaddress completed_date expiration_date icscore user_firstname user_lastname user_emailaddress',
    },
  },
  '/admin/checkirecord': {
    payload: 'userid',
    answer: { records: 'provider profilenumber checked_dts result' },
  },
  '/admin/adjustexpirationdate': {
    payload: 'userid new_expiration adminnote candidateid cra_profileid',
    answer: {},
  },
  '/admin/updateshieldids': { payload: 'userid active_candidateid inactive_candidateids', answer: {} },
  '/admin/updatebgchecks': { payload: 'userid active_cra_id inactive_bg_checks', answer: {} },
  '/admin/linkprofiles': { payload: 'userid newprofileids', answer: {} },
};

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** The properties of an object, of the elements of a list, or of a value that may be null. */
function propertiesOf({ properties, items, anyOf = [] }: JsonSchema): Record<string, JsonSchema> {
  if (properties) return properties;
  if (items) return propertiesOf(items);
  return Object.assign({}, ...anyOf.map(propertiesOf));
}

const at = (schema: JsonSchema, path: string): JsonSchema =>
  path
    .split('.')
    .filter(Boolean)
    .reduce((inside, name) => propertiesOf(inside)[name] ?? {}, schema);

const schemaOf = (type: z.ZodType) =>
  z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

const words = (text: string) => text.split(' ').filter(Boolean);

test.each(Object.entries(documented))('%s takes and answers what the document names', (path, expected) => {
  const calls = adminCalls.filter((call) => call.path === path);
  expect(calls.length).toBeGreaterThan(0);
  for (const { operation } of calls) {
    expect(Object.keys(propertiesOf(schemaOf(operation.input)))).toEqual(
      expect.arrayContaining(words(expected.payload)),
    );
    for (const [part, fields] of Object.entries(expected.answer)) {
      expect(Object.keys(propertiesOf(at(schemaOf(operation.output), part))), part).toEqual(
        expect.arrayContaining(words(fields)),
      );
    }
  }
});
