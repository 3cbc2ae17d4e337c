import { Icon } from '../../components/index.ts';

const names = ['Upload', 'Columns', 'Check', 'Send'] as const;
export type BulkStep = (typeof names)[number];

/** The four steps of a bulk invitation. @param current null once all are done */
export function Steps({ current }: { current: BulkStep | null }) {
  const at = current === null ? names.length : names.indexOf(current);
  return (
    <ol className="steps-4" aria-label="Steps">
      {names.map((name, index) => (
        <li
          key={name}
          className={index < at ? 'done' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {index < at ? (
            <>
              <Icon name="check" />
              {name}
              <span className="sr">, done</span>
            </>
          ) : (
            `${index + 1} ${name}`
          )}
        </li>
      ))}
    </ol>
  );
}
