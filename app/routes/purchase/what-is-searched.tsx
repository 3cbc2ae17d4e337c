import { Card, Icon } from '../../components/index.ts';

const searched = [
  'Identity and Social Security number trace',
  'County and federal criminal records, 7 years',
  'National sex offender registry',
  'Global watch lists and sanctions',
];

export function WhatIsSearched() {
  return (
    <Card title="What is searched">
      <ul className="bullets small tick-ok">
        {searched.map((item) => (
          <li key={item}>
            <Icon name="check" />
            <span>{item}</span>
          </li>
        ))}
      </ul>
      <p className="small muted">Most results come back in 2 to 4 days. You see them before anyone else.</p>
    </Card>
  );
}
