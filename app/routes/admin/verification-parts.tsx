import { Badge, Facts } from '../../components/index.ts';
import { documentFacts } from './verification-words.ts';

/** What was read from one side of a document. */
export function ReadFacts({ side }: { side: Parameters<typeof documentFacts>[0] }) {
  const facts = documentFacts(side);
  return facts.length > 0 ? <Facts facts={facts} /> : <p className="muted">Nothing could be read.</p>;
}

/** The results of one part of the provider's check. */
export function Found({ result, details = [] }: { result: string | null; details?: readonly string[] }) {
  if (!result) return 'Not checked';
  return (
    <span className="row row-tight">
      <Badge tone={result === 'clear' ? 'ok' : 'warn'}>{sentence(result)}</Badge>
      {details.length > 0 ? <span>{sentence(details.join(', '))}</span> : null}
    </span>
  );
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
