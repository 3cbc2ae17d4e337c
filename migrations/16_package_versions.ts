import { Migration } from '@mikro-orm/migrations';

/** A row of a package is one version of it. Of the versions with the same code and provider, only one is on sale. */
export class Migration16PackageVersions extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      drop index screening_package_provider_code_key;
      create unique index screening_package_provider_code_key on screening_package (craid, crapackageid) where active;
      create function package_keeps_what_was_sold() returns trigger language plpgsql as $$
      begin
        if to_jsonb(new) - 'active' - 'position' <> to_jsonb(old) - 'active' - 'position' then
          raise exception 'a package keeps its price, term and description: make a new one' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$;
      create trigger screening_package_keeps before update on screening_package
        for each row execute function package_keeps_what_was_sold();
      create trigger package_step_keeps before update or delete on package_step
        for each row execute function applications_refuse_change();
    `);
  }

  override async down(): Promise<void> {
    this.addSql(`
      drop trigger package_step_keeps on package_step;
      drop trigger screening_package_keeps on screening_package;
      drop function package_keeps_what_was_sold();
      drop index screening_package_provider_code_key;
      create unique index screening_package_provider_code_key on screening_package (craid, crapackageid);
    `);
  }
}
