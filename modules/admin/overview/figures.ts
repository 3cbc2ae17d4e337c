import { column, type Figures, type Portal, sql, statement } from '#modules/platform/index.ts';

const counts = statement({
  name: 'admin.figures',
  row: { figure: column.text, key: column.text, count: column.count },
  sql: (today: string) => sql`
    select figure, key, sum(change) as count from overview_count
    where figure <> 'scores' or day > ${today}::date group by figure, key`,
  examples: [['2026-01-31']],
});

/** How large the portal is, from the counts that the console's dashboard shows. */
export const businessFigures = ({ readingDb, clock }: Pick<Portal, 'readingDb' | 'clock'>): Figures[] => {
  const read = (wanted: string, label?: string) => async () => {
    const { rows } = await counts(clock.now().toISOString().slice(0, 10)).execute(readingDb);
    return rows
      .filter(({ figure }) => figure === wanted)
      .map(({ key, count }) => ({ labels: label ? { [label]: key } : {}, value: count }));
  };
  return [
    { name: 'shield_people', help: 'People with an account', labels: [], read: read('people') },
    { name: 'shield_companies', help: 'Companies', labels: [], read: read('companies') },
    {
      name: 'shield_scores',
      help: 'Valid scores by score',
      labels: ['score'],
      read: read('scores', 'score'),
    },
    {
      name: 'shield_applications_open',
      help: 'Applications that have not ended, by status',
      labels: ['status'],
      read: read('applications', 'status'),
    },
  ];
};
