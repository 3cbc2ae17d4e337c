import { Migration } from '@mikro-orm/migrations';

/** How fast pages are, as counts without any personal data, and which release notes each person has seen. */
export class Migration30Shell extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table web_vital (
        day date not null,
        page text not null,
        metric text not null,
        bucket integer not null,
        count integer not null,
        primary key (day, page, metric, bucket),
        constraint web_vital_page_check check (length(page) <= 60),
        constraint web_vital_metric_check check (metric in ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')),
        constraint web_vital_bucket_check check (bucket between 0 and 200),
        constraint web_vital_count_check check (count > 0)
      );

      create table release_note (
        id uuid primary key,
        title text not null,
        body text not null,
        published_at timestamptz not null,
        constraint release_note_title_check check (length(title) between 1 and 120),
        constraint release_note_body_check check (length(body) between 1 and 4000)
      );
      create index release_note_published_at_idx on release_note (published_at);

      create table release_note_reader (
        account_id uuid primary key constraint release_note_reader_account_id_fk references account on delete cascade,
        read_until timestamptz not null
      );
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop table release_note_reader, release_note, web_vital;');
  }
}
