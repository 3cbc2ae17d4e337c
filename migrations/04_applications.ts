import { Migration } from '@mikro-orm/migrations';

/** Packages, consents, applications, orders at the agencies, scores and ShieldIDs; the tables of the sandbox agency. */
export class Migration04Applications extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create function applications_refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception '% keeps what it holds', tg_table_name using errcode = 'restrict_violation';
      end $$;

      create table screening_provider (
        craid text primary key,
        name text not null,
        support_phone text not null,
        support_email text not null,
        mail_address text not null
      );

      create table screening_package (
        id uuid primary key,
        craid text not null,
        crapackageid text not null,
        package_descrip text not null,
        full_package_descrip text not null,
        base_price_cents int not null,
        renewal_price_cents int not null,
        renewal_years int not null,
        selection_criteria text,
        exclusion_criteria text,
        active boolean not null default true,
        position int not null,
        constraint screening_package_craid_fk foreign key (craid) references screening_provider (craid),
        constraint screening_package_base_price_cents_check check (base_price_cents >= 0),
        constraint screening_package_renewal_price_cents_check check (renewal_price_cents >= 0),
        constraint screening_package_renewal_years_check check (renewal_years >= 1 and renewal_years <= 10),
        constraint screening_package_selection_criteria_check check (selection_criteria ~ '^state!?=[A-Z]{2}$'),
        constraint screening_package_exclusion_criteria_check check (exclusion_criteria ~ '^state!?=[A-Z]{2}$')
      );
      create unique index screening_package_provider_code_key on screening_package (craid, crapackageid);

      create table package_step (
        package_id uuid not null,
        position int not null,
        step_key text not null,
        page_type text not null,
        consent_kind text,
        title text not null,
        primary key (package_id, position),
        constraint package_step_package_id_fk foreign key (package_id) references screening_package (id),
        constraint package_step_position_check check (position >= 1),
        constraint package_step_page_type_check check (page_type in ('consent', 'select_jurisdictions', 'collect_details', 'review_inprogress')),
        constraint package_step_consent_check check ((page_type = 'consent') = (consent_kind is not null))
      );
      create unique index package_step_step_key_key on package_step (package_id, step_key);

      create table consent_document (
        id uuid primary key,
        kind text not null,
        craid text not null,
        version int not null,
        title text not null,
        body text not null,
        acknowledgement_text text,
        requires_signature boolean not null,
        content_hash text not null,
        in_force_from timestamptz not null,
        constraint consent_document_craid_fk foreign key (craid) references screening_provider (craid),
        constraint consent_document_kind_check check (kind in ('esign', 'disclosure', 'authorization')),
        constraint consent_document_version_check check (version >= 1),
        constraint consent_document_content_hash_check check (content_hash ~ '^[0-9a-f]{64}$')
      );
      create unique index consent_document_version_key on consent_document (kind, craid, version);
      create trigger consent_document_keeps before update or delete on consent_document
        for each row execute function applications_refuse_change();

      create table jurisdiction (
        abbr text primary key,
        description text not null,
        position int not null
      );

      create table application (
        id uuid primary key,
        account_id uuid not null,
        package_id uuid not null,
        purchase_id uuid not null,
        status text not null default 'paid',
        ordered_at timestamptz not null,
        status_at timestamptz not null,
        submitted_at timestamptz,
        no_jurisdictions boolean not null default false,
        submitted_details text,
        file_key text,
        file_hash text,
        constraint application_account_id_fk foreign key (account_id) references account (id),
        constraint application_package_id_fk foreign key (package_id) references screening_package (id),
        constraint application_status_check check (status in ('paid', 'waituser', 'waitmanual', 'submitted', 'inprogress', 'clearidaction', 'newrequiresapproval', 'monitorrequiresapproval', 'correctionrequest', 'done', 'cancelled', 'refunded')),
        constraint application_file_check check ((file_key is null) = (file_hash is null))
      );
      create unique index application_purchase_id_key on application (purchase_id);
      create index application_account_id_idx on application (account_id, ordered_at);
      create index application_open_idx on application (account_id, status) where status not in ('done', 'cancelled', 'refunded');
      create index application_package_id_idx on application (package_id);

      create function guard_application_status() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if new.status <> 'paid' then
            raise exception 'an application begins as paid, not as %', new.status using errcode = 'check_violation';
          end if;
        elsif new.status <> old.status and not (old.status, new.status) in (
          ('paid', 'waituser'), ('paid', 'refunded'),
          ('waituser', 'submitted'), ('waituser', 'waitmanual'), ('waituser', 'cancelled'),
          ('waitmanual', 'submitted'), ('waitmanual', 'waituser'), ('waitmanual', 'cancelled'),
          ('submitted', 'inprogress'), ('submitted', 'waituser'), ('submitted', 'clearidaction'),
          ('inprogress', 'newrequiresapproval'), ('inprogress', 'clearidaction'),
          ('clearidaction', 'submitted'),
          ('newrequiresapproval', 'done'), ('newrequiresapproval', 'correctionrequest'),
          ('monitorrequiresapproval', 'done'), ('monitorrequiresapproval', 'correctionrequest'),
          ('correctionrequest', 'newrequiresapproval'), ('correctionrequest', 'monitorrequiresapproval'),
          ('done', 'monitorrequiresapproval')
        ) then
          raise exception 'an application does not become % after %', new.status, old.status using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger application_status_moves before insert or update of status on application
        for each row execute function guard_application_status();

      create table application_step (
        application_id uuid not null,
        step_key text not null,
        completed_at timestamptz not null,
        primary key (application_id, step_key),
        constraint application_step_application_id_fk foreign key (application_id) references application (id)
      );

      create table application_draft (
        application_id uuid not null,
        step_key text not null,
        draft text not null,
        saved_at timestamptz not null,
        primary key (application_id, step_key),
        constraint application_draft_application_id_fk foreign key (application_id) references application (id)
      );

      create table application_jurisdiction (
        application_id uuid not null,
        abbr text not null,
        primary key (application_id, abbr),
        constraint application_jurisdiction_application_id_fk foreign key (application_id) references application (id),
        constraint application_jurisdiction_abbr_fk foreign key (abbr) references jurisdiction (abbr)
      );

      create table application_status_change (
        id uuid primary key,
        application_id uuid not null,
        from_status text,
        to_status text not null,
        changed_at timestamptz not null,
        reason text not null,
        constraint application_status_change_application_id_fk foreign key (application_id) references application (id)
      );
      create index application_status_change_application_id_idx on application_status_change (application_id, changed_at);
      create trigger application_status_change_keeps before update or delete on application_status_change
        for each row execute function applications_refuse_change();

      create table signing_record (
        id uuid primary key,
        application_id uuid not null,
        consent_document_id uuid not null,
        document_hash text not null,
        signature_kind text not null,
        signature_hash text,
        signature_image text,
        signature_vectors text,
        typed_name text,
        signed_at timestamptz not null,
        address text not null,
        agent text not null,
        constraint signing_record_application_id_fk foreign key (application_id) references application (id),
        constraint signing_record_consent_document_id_fk foreign key (consent_document_id) references consent_document (id),
        constraint signing_record_signature_check check ((signature_kind = 'none' and signature_hash is null and signature_image is null and signature_vectors is null and typed_name is null) or (signature_kind = 'drawn' and signature_hash is not null and signature_image is not null and typed_name is null) or (signature_kind = 'typed' and signature_hash is not null and typed_name is not null and signature_image is null and signature_vectors is null)),
        constraint signing_record_document_hash_check check (document_hash ~ '^[0-9a-f]{64}$')
      );
      create unique index signing_record_document_key on signing_record (application_id, consent_document_id);
      create trigger signing_record_keeps before delete or update of id, application_id, consent_document_id, document_hash,
          signature_kind, signature_hash, signed_at, address, agent on signing_record
        for each row execute function applications_refuse_change();
    `);
    this.addSql(`
      create table cra_order (
        id uuid primary key,
        application_id uuid not null,
        craid text not null,
        attempt int not null,
        idempotency_key text not null,
        state text not null default 'queued',
        held_for text,
        profile_number text,
        created_at timestamptz not null,
        placed_at timestamptz,
        closed_at timestamptz,
        constraint cra_order_application_id_fk foreign key (application_id) references application (id),
        constraint cra_order_craid_fk foreign key (craid) references screening_provider (craid),
        constraint cra_order_state_check check (state in ('held', 'queued', 'placed', 'inprogress', 'completed', 'returned')),
        constraint cra_order_held_for_check check (held_for in ('same-ssn', 'ssn-review')),
        constraint cra_order_placed_check check ((placed_at is null) = (profile_number is null))
      );
      create unique index cra_order_idempotency_key_key on cra_order (idempotency_key);
      create unique index cra_order_open_key on cra_order (application_id) where closed_at is null;
      create unique index cra_order_profile_number_key on cra_order (craid, profile_number);
      create index cra_order_application_id_idx on cra_order (application_id);

      create table score_change (
        id uuid primary key,
        application_id uuid not null,
        account_id uuid not null,
        cra_order_id uuid not null,
        score_change_type text not null,
        score text not null,
        previous_score text,
        state text not null default 'pending',
        findings text not null,
        report_key text not null,
        report_hash text not null,
        created_at timestamptz not null,
        decided_at timestamptz,
        terms_version_id uuid,
        terms_accepted_at timestamptz,
        terms_address text,
        terms_agent text,
        download_link_clicked boolean not null default false,
        sharing_saved_at timestamptz,
        constraint score_change_application_id_fk foreign key (application_id) references application (id),
        constraint score_change_account_id_fk foreign key (account_id) references account (id),
        constraint score_change_cra_order_id_fk foreign key (cra_order_id) references cra_order (id),
        constraint score_change_terms_version_id_fk foreign key (terms_version_id) references terms_version (id),
        constraint score_change_score_change_type_check check (score_change_type in ('new', 'monitorupdate')),
        constraint score_change_score_check check (score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA')),
        constraint score_change_previous_score_check check (previous_score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA')),
        constraint score_change_state_check check (state in ('pending', 'accepted', 'disputed', 'superseded')),
        constraint score_change_decided_check check ((state = 'pending') = (decided_at is null)),
        constraint score_change_terms_check check ((terms_version_id is null) = (terms_accepted_at is null) and (terms_version_id is null) = (terms_address is null) and (terms_version_id is null) = (terms_agent is null)),
        constraint score_change_accepted_terms_check check (state <> 'accepted' or terms_version_id is not null)
      );
      create unique index score_change_pending_key on score_change (application_id) where state = 'pending';
      create index score_change_account_id_idx on score_change (account_id, created_at);
      create index score_change_application_id_idx on score_change (application_id, created_at);
      create index score_change_cra_order_id_idx on score_change (cra_order_id);

      create table approval_code (
        code_hash text primary key,
        score_change_id uuid not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        used_at timestamptz,
        constraint approval_code_score_change_id_fk foreign key (score_change_id) references score_change (id)
      );
      create index approval_code_score_change_id_idx on approval_code (score_change_id);

      create table dispute (
        id uuid primary key,
        score_change_id uuid not null,
        account_id uuid not null,
        errortext text not null,
        received_at timestamptz not null,
        due_at timestamptz not null,
        resolved_at timestamptz,
        constraint dispute_score_change_id_fk foreign key (score_change_id) references score_change (id),
        constraint dispute_account_id_fk foreign key (account_id) references account (id)
      );
      create unique index dispute_score_change_id_key on dispute (score_change_id);
      create index dispute_account_id_idx on dispute (account_id);

      create table shield_id (
        number text primary key,
        account_id uuid not null,
        issued_at timestamptz not null,
        retired_at timestamptz,
        constraint shield_id_account_id_fk foreign key (account_id) references account (id),
        constraint shield_id_number_check check (number ~ '^[A-Z]{2}[0-9]{9}$')
      );
      create unique index shield_id_active_key on shield_id (account_id) where retired_at is null;
      create trigger shield_id_keeps before delete or update of number, account_id, issued_at on shield_id
        for each row execute function applications_refuse_change();

      create table shield_score (
        id uuid primary key,
        account_id uuid not null,
        shield_id_number text not null,
        application_id uuid not null,
        score_change_id uuid not null,
        score text not null,
        activated_at timestamptz not null,
        expiration date not null,
        ended_at timestamptz,
        constraint shield_score_account_id_fk foreign key (account_id) references account (id),
        constraint shield_score_shield_id_number_fk foreign key (shield_id_number) references shield_id (number),
        constraint shield_score_application_id_fk foreign key (application_id) references application (id),
        constraint shield_score_score_change_id_fk foreign key (score_change_id) references score_change (id),
        constraint shield_score_score_check check (score in ('IC01+', 'IC01', 'IC02', 'IC03', 'IC04', 'NA'))
      );
      create unique index shield_score_active_key on shield_score (account_id) where ended_at is null;
      create unique index shield_score_score_change_id_key on shield_score (score_change_id);
      create index shield_score_application_id_idx on shield_score (application_id);
      create index shield_score_number_idx on shield_score (shield_id_number);
    `);
    this.addSql(`
      create schema if not exists sandbox;
      create table sandbox.screening (
        id uuid primary key,
        craid text not null,
        idempotency_key text not null unique,
        profile_number text not null unique,
        product text not null,
        outcome text not null,
        state text not null default 'received',
        subject text not null,
        created_at timestamptz not null,
        constraint screening_state_check check (state in ('received', 'inprogress', 'review', 'stays', 'completed', 'clearidaction'))
      );
      create table sandbox.screening_callback (
        event_id uuid primary key,
        screening_id uuid not null references sandbox.screening (id),
        position int not null,
        body text not null,
        created_at timestamptz not null,
        delivered_at timestamptz,
        unique (screening_id, position)
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop table sandbox.screening_callback;
      drop table sandbox.screening;
      drop table shield_score, shield_id, dispute, approval_code, score_change, cra_order, signing_record,
        application_status_change, application_jurisdiction, application_draft, application_step, application, jurisdiction,
        consent_document, package_step, screening_package, screening_provider;
      drop function guard_application_status();
      drop function applications_refuse_change();
    `);
  }
}
