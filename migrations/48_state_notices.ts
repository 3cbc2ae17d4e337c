import { Migration } from '@mikro-orm/migrations';

const consentKind = "kind in ('esign', 'disclosure', 'authorization', 'notice')";

/**
 * Notices of states, steps only for applicants of some states, the page types of paper applications (doc2 §2.9), and
 * the signature that a person saves to use it for later documents.
 */
export class Migration48StateNotices extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table consent_document
        add column state text not null default '',
        drop constraint consent_document_kind_check,
        add constraint consent_document_kind_check check (${consentKind}),
        add constraint consent_document_state_check
          check ((kind = 'notice') = (state <> '') and state ~ '^([A-Z]{2})?$');
      drop index consent_document_version_key;
      create unique index consent_document_version_key on consent_document (kind, state, craid, version);

      alter table consent_draft
        add column state text not null default '',
        drop constraint consent_draft_kind_check,
        add constraint consent_draft_kind_check check (${consentKind}),
        add constraint consent_draft_state_check
          check ((kind = 'notice') = (state <> '') and state ~ '^([A-Z]{2})?$'),
        drop constraint consent_draft_pkey,
        add constraint consent_draft_pkey primary key (craid, kind, state);

      alter table package_step
        add column states text not null default '',
        add constraint package_step_states_check check (states ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'),
        drop constraint package_step_consent_check,
        add constraint package_step_consent_check check (
          (page_type in ('consent', 'digital_signature_choice')) = (consent_kind is not null)),
        drop constraint package_step_page_type_check,
        add constraint package_step_page_type_check check (page_type in ('consent', 'digital_signature_choice',
          'select_jurisdictions', 'collect_details', 'idverification', 'manual_signature_review',
          'review_inprogress'));

      create table saved_signature (
        account_id uuid primary key constraint saved_signature_account_id_fk references account on delete cascade,
        signature_hash text not null,
        signature_image text not null,
        signature_vectors text,
        saved_at timestamptz not null,
        constraint saved_signature_signature_hash_check check (signature_hash ~ '^[0-9a-f]{64}$')
      );

      alter table signing_record add column reused boolean not null default false,
        add constraint signing_record_reused_check check (not reused or signature_kind = 'drawn');
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table signing_record drop column reused;
      drop table saved_signature;

      alter table package_step
        drop constraint package_step_page_type_check,
        add constraint package_step_page_type_check
          check (page_type in ('consent', 'select_jurisdictions', 'collect_details', 'review_inprogress')),
        drop constraint package_step_consent_check,
        add constraint package_step_consent_check check ((page_type = 'consent') = (consent_kind is not null)),
        drop column states;

      alter table consent_draft
        drop constraint consent_draft_pkey,
        drop column state,
        drop constraint consent_draft_kind_check,
        add constraint consent_draft_kind_check check (kind in ('esign', 'disclosure', 'authorization')),
        add constraint consent_draft_pkey primary key (craid, kind);

      drop index consent_document_version_key;
      alter table consent_document
        drop column state,
        drop constraint consent_document_kind_check,
        add constraint consent_document_kind_check check (kind in ('esign', 'disclosure', 'authorization'));
      create unique index consent_document_version_key on consent_document (kind, craid, version);
    `);
  }
}
