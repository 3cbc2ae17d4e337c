import type pg from 'pg';

export interface Best {
  /** The name of the page with the same data. */
  name: string;
  text: string;
}

const live = 'cancelled_at is null and removed_at is null';
const personText = `lower(firstname || ' ' || lastname || ' ' || businessname || ' ' || emailaddress::text)`;

const sorts: Record<string, string> = {
  name: 'sort_name',
  shieldid: 'shieldid',
  score: 'score_rank',
  status: 'status',
  shared: 'shared_at',
  expires: 'expiration',
};

/**
 * The number of the page far from the first one that is measured: the thousandth, or the last one if there are fewer.
 */
export interface Depths {
  grid: number;
  /** For the grid with the filter for the best score. */
  scored: number;
  /** For the grid with the filter ShieldLink. */
  linked: number;
  /** For the console's search for 'smith', at most the five-hundredth page. */
  search: number;
  /** The id of the connection with a company that shares its network with the company of the grid. */
  link: string;
  /** A whole ShieldID. */
  shieldId: string;
}

/** Counts how many pages the measured lists have. */
export async function readDepths(client: pg.Client): Promise<Depths> {
  const { rows } = await client.query<{
    grid: string;
    scored: string;
    linked: string;
    search: string;
    link: string;
    shield_id: string;
  }>(
    `select count(*) as grid, count(*) filter (where score_rank = 1) as scored,
       count(*) filter (where connection_type <> 'INDIVIDUAL') as linked,
       (array_agg(id order by sort_name, id) filter (where connection_type = 'FULLNETWORK'))[1] as link,
       (select count(*) from account where ${personText} like '%smith%') as search,
       (select max(shield_id_number) from shield_score) as shield_id
     from connection where owner_id = (select id from company where company_name = 'Big Builders') and ${live}`,
  );
  const pages = (count: string | undefined, size: number, most: number) =>
    Math.max(1, Math.min(most, Math.ceil(Number(count) / size)));
  return {
    grid: pages(rows[0]?.grid, GRID_ROWS, 1000),
    scored: pages(rows[0]?.scored, GRID_ROWS, 1000),
    linked: pages(rows[0]?.linked, GRID_ROWS, 1000),
    link: rows[0]?.link ?? '',
    shieldId: rows[0]?.shield_id ?? '',
    search: pages(rows[0]?.search, SEARCH_ROWS, 500),
  };
}

/** Rows of a page. */
const GRID_ROWS = 10;
const SEARCH_ROWS = 20;

/**
 * The best known SQL for exactly what the measured pages show: one statement for the limited count and the rows of the
 * page.
 */
export async function listBest(client: pg.Client, depths: Depths): Promise<Best[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from company where company_name = 'Big Builders'`,
  );
  const owned = `owner_id = '${rows[0]?.id}' and ${live}`;
  const page = (where: string, order: string, offset: number) => `
    with page as materialized (
      select id from connection where ${where} order by ${order}, id offset ${offset} limit 11
    )
    select c.*, a.firstname, a.lastname, a.emailaddress,
      (select count(*) from (select from connection where ${where} limit 10001) counted) as total
    from page join connection c on c.id = page.id left join account a on a.id = c.account_id`;
  const found = (patterns: string) => `
    with found as materialized (
      select id, sort_name from connection where ${owned} and ${patterns}
    ), page as materialized (select id from found order by sort_name, id limit 11)
    select c.*, a.firstname, a.lastname, a.emailaddress, (select count(*) from found) as total
    from page join connection c on c.id = page.id left join account a on a.id = c.account_id`;
  const people = (where: string, offset: number) => `
    with found as materialized (
      select id, lastname, firstname from account where ${where}
    ), page as materialized (select id from found order by lastname, firstname, id offset ${offset} limit 20)
    select a.*, facts.certification_number, (select count(*) from found) as total
    from page join account a on a.id = page.id left join session_facts facts on facts.account_id = a.id`;
  return [
    ...Object.entries(sorts).flatMap(([sort, column]) => [
      { name: `grid by ${sort}, first page`, text: page(owned, column, 0) },
      { name: `grid by ${sort}, thousandth page`, text: page(owned, column, (depths.grid - 1) * GRID_ROWS) },
    ]),
    { name: "grid, search 'smith'", text: found(`search_text like '%smith%'`) },
    { name: "grid, search 'ric'", text: found(`search_text like '%ric%'`) },
    {
      name: "grid, search 'james smith'",
      text: found(`search_text like '%james%' and search_text like '%smith%'`),
    },
    {
      name: 'grid, ShieldLink filter, first page',
      text: page(`${owned} and connection_type in ('FULLNETWORK', 'EXTENDED')`, 'sort_name', 0),
    },
    {
      name: 'grid, ShieldLink filter, thousandth page',
      text: page(
        `${owned} and connection_type in ('FULLNETWORK', 'EXTENDED')`,
        'sort_name',
        (depths.linked - 1) * GRID_ROWS,
      ),
    },
    {
      name: 'grid, Removed filter, first page',
      text: page(
        `owner_id = '${rows[0]?.id}' and removed_by_account_id is not null
          and removed_at > now() - interval '720 hours'`,
        'removed_at desc',
        0,
      ),
    },
    {
      name: 'grid, score filter, thousandth page',
      text: page(`${owned} and score_rank = 1`, 'sort_name', (depths.scored - 1) * GRID_ROWS),
    },
    { name: "admin search 'smith'", text: people(`${personText} like '%smith%'`, 0) },
    { name: "admin search 'ric'", text: people(`${personText} like '%ric%'`, 0) },
    {
      name: "admin search 'james smith'",
      text: people(`${personText} like '%james%' and ${personText} like '%smith%'`, 0),
    },
    { name: "admin search 'thornber'", text: people(`${personText} like '%thornber%'`, 0) },
    {
      name: "admin search 'smith', page 500",
      text: people(`${personText} like '%smith%'`, (depths.search - 1) * SEARCH_ROWS),
    },
  ];
}
