import { Migration } from '@mikro-orm/migrations';

interface Counted {
  table: string;
  figure: string;
  /** SQL for the key of a row with this alias. */
  key(row: string): string;
  day(row: string): string;
  counts(row: string): string;
  /** The columns that the SQL of the three functions depends on. */
  columns: string;
}

/** The rows that the overview counts, and the key and day under which it counts them. */
const counted: Counted[] = [
  {
    table: 'account',
    figure: 'people',
    key: () => `''`,
    day: (row) => `(${row}.registered_at at time zone 'UTC')::date`,
    counts: (row) => `${row}.role = 'USER'`,
    columns: 'role, registered_at',
  },
  {
    table: 'shield_score',
    figure: 'scores',
    key: (row) => `${row}.score`,
    day: (row) => `${row}.expiration`,
    counts: (row) => `${row}.ended_at is null`,
    columns: 'score, expiration, ended_at',
  },
  {
    table: 'application',
    figure: 'applications',
    key: (row) => `${row}.status`,
    day: () => `date '2000-01-01'`,
    counts: (row) => `${row}.status not in ('done', 'cancelled', 'refunded')`,
    columns: 'status',
  },
  {
    table: 'company',
    figure: 'companies',
    key: () => `''`,
    day: () => `date '2000-01-01'`,
    counts: () => 'true',
    columns: 'id',
  },
];

function trigger({ table, figure, key, day, counts, columns }: Counted): string {
  const add = (row: string, change: number) =>
    `insert into overview_count (figure, key, day, change) values ('${figure}', ${key(row)}, ${day(row)}, ${change});`;
  return `
    create function count_${table}() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        if ${counts('old')} then ${add('old', -1)} end if;
      end if;
      if tg_op <> 'DELETE' then
        if ${counts('new')} then ${add('new', 1)} end if;
      end if;
      return null;
    end $$;
    create trigger ${table}_counted after insert or delete or update of ${columns} on ${table}
      for each row execute function count_${table}();
  `;
}

const countOf = ({ table, figure, key, day, counts }: Counted) => `
  select '${figure}' as figure, ${key(table)} as key, ${day(table)} as day, count(*)::int as change
  from ${table} where ${counts(table)} group by 2, 3`;

/**
 * The counts of the overview, maintained by triggers. Each change is inserted as its own row, so that transactions do
 * not wait for each other, and a job merges the rows. The view counts the tables themselves, for the nightly
 * comparison.
 */
export class Migration09OverviewCounts extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table overview_count (
        id uuid primary key default gen_random_uuid(),
        figure text not null,
        key text not null,
        day date not null,
        change int not null,
        constraint overview_count_figure_check check (figure in ('people', 'scores', 'applications', 'companies')),
        constraint overview_count_change_check check (change <> 0)
      );
      create view overview_recount as ${counted.map(countOf).join(' union all ')};
      ${counted.map(trigger).join('\n')}
      insert into overview_count (figure, key, day, change) select figure, key, day, change from overview_recount;
      create index account_registered_at_idx on account (registered_at) where role = 'USER';
    `);
  }

  override async down(): Promise<void> {
    this.addSql('drop index account_registered_at_idx');
    for (const { table } of counted) {
      this.addSql(`drop trigger ${table}_counted on ${table}; drop function count_${table}();`);
    }
    this.addSql('drop view overview_recount; drop table overview_count;');
  }
}
