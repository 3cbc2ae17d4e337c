import { seenReasons, seenWords } from './seen-words.ts';

/** Why somebody was able to see the person's score, once for each way that is listed. */
export function SeenReasons({ seen }: { seen: readonly { kind: keyof typeof seenWords }[] }) {
  const kinds = [...new Set(seen.map(({ kind }) => kind))];
  return (
    <ul className="small muted stack stack-4" aria-label="Why they could see it">
      {kinds.map((kind) => (
        <li key={kind}>
          {seenWords[kind]}: {seenReasons[kind]}
        </li>
      ))}
    </ul>
  );
}
