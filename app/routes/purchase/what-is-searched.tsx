import { Card, Icon } from '../../components/index.ts';

/** How far back the agency searches, and how many days most checks take, from its description of the packages. */
const yearsSearched = 7;
const usualDays = [2, 4];
export const resultsCome = `Most results come back in ${usualDays.join(' to ')} days.`;

const searched = [
  'Identity and Social Security number trace',
  `County and federal criminal records, ${yearsSearched}\u00a0years`,
  'National sex offender registry',
  'Global watch lists and sanctions',
];

/** @param courtsOf the state whose courts the chosen check searches as well, such as `New York` */
export function WhatIsSearched({ courtsOf }: { courtsOf: string | null }) {
  const items = courtsOf ? [...searched, `Statewide search of the ${courtsOf} courts`] : searched;
  return (
    <Card title="What is searched">
      <ul className="bullets small tick-ok">
        {items.map((item) => (
          <li key={item}>
            <Icon name="check" />
            <span>{item}</span>
          </li>
        ))}
      </ul>
      <p className="small muted">{resultsCome} You see them before anyone else.</p>
    </Card>
  );
}
