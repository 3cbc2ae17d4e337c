import { Link } from '@remix-run/react';
import { Card, List, ListRow } from '../../components/index.ts';
import { LastChange } from './last-change.tsx';
import { kindsOf, termsTitles } from './terms-titles.ts';

/**
 * Links to each text that people agree to, or that the footer links to.
 * @param base the address of the page
 */
export function TermsLinks({ base, company, lead }: { base: string; company: boolean; lead: string }) {
  return (
    <Card
      id="terms"
      className="sec"
      title={company ? 'Terms' : 'Terms and policies'}
      note={lead}
      padded={false}
    >
      <List>
        {kindsOf(company).map((kind) => (
          <ListRow key={kind} title={termsTitles[kind]} note={<LastChange of={`terms.${kind}`} />}>
            <Link to={`${base}/terms/${kind}`}>
              Write and publish<span className="sr"> {termsTitles[kind]}</span>
            </Link>
          </ListRow>
        ))}
      </List>
    </Card>
  );
}
