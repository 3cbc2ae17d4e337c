import { Link } from '@remix-run/react';
import type { listMyTerms } from '#modules/identity/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Card, List, ListRow } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';

type Accepted = OutputOf<typeof listMyTerms>['terms'][number];

const words: Record<Accepted['kind'], { title: string; page: string }> = {
  portal: { title: 'Terms of use', page: '/terms' },
  purchase: { title: 'Purchase terms', page: '/paymentterms' },
  score: { title: 'ShieldScore terms', page: '/scoreterms' },
  company: { title: 'Terms of your company’s portal', page: '/terms' },
  'company-card': { title: 'Purchase terms of your company’s portal', page: '/paymentterms' },
};

/** Which terms the person accepted, and when (D17). */
export function TermsCard({ terms }: { terms: Accepted[] }) {
  const { timeZone } = useRoot();
  return (
    <Card title="Terms you accepted" padded={false}>
      <List label="Terms you accepted">
        {terms.map(({ id, kind, version, accepted_at }) => (
          <ListRow
            key={id}
            title={`${words[kind].title}, version ${version}`}
            note={`Accepted on ${formatDateTime(accepted_at, timeZone)}`}
          >
            <Link className="small" to={words[kind].page}>
              Read<span className="sr"> {words[kind].title}</span>
            </Link>
          </ListRow>
        ))}
      </List>
    </Card>
  );
}
