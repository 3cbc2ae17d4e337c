import type { ReactNode } from 'react';
import type { CallView, ErrorView, FieldView } from '#modules/platform/index.ts';
import { Badge, CopyButton } from '../../components/index.ts';

/** The parts of a page of the reference. */

export function Verb({ method }: { method: string }) {
  return <span className={`verb verb-${method.toLowerCase()}`}>{method}</span>;
}

/** @param of the section, whose name it is part of: several calls may do the same */
export function Path({ method, path, of }: { method: string; path: string; of: string }) {
  return (
    <p className="call-path" id={`${of}-path`}>
      <Verb method={method} />{' '}
      <span className="anywhere">
        {path.split(/({\w+})/).map((part) => (part.startsWith('{') ? <em key={part}>{part}</em> : part))}
      </span>
    </p>
  );
}

interface SectionProps {
  id: string;
  title: ReactNode;
  badges?: ReactNode;
  head?: ReactNode;
  /** Beside the description on a wide screen. */
  code?: ReactNode;
  children?: ReactNode;
}

export function Section({ id, title, badges, head, code, children }: SectionProps) {
  return (
    <section className="call" id={id} aria-labelledby={`${id}-title ${id}-path`}>
      <div className="call-head">
        {badges ? <div className="row row-tight">{badges}</div> : null}
        <h2 id={`${id}-title`}>{title}</h2>
        {head}
      </div>
      <div className={code ? 'call-body' : 'call-body call-alone'}>
        <div className="stack">{children}</div>
        {code ? <div className="call-code stack">{code}</div> : null}
      </div>
    </section>
  );
}

export function CallSection({ call }: { call: CallView }) {
  const { id, method, path, summary, access, scope, takes, answers, errors, limit, example } = call;
  return (
    <Section
      id={id}
      title={summary.replace(/\.$/, '')}
      badges={scope ? <Badge>{scope}</Badge> : undefined}
      head={
        <>
          <Path of={id} method={method} path={path} />
          <p className="muted">{access}</p>
        </>
      }
      code={
        <>
          <Snippets name={id} curl={example.curl} javascript={example.javascript} />
          <Code title="200 OK" text={example.answer} />
        </>
      }
    >
      <FieldList title={method === 'GET' ? 'Parameters' : 'Body'} fields={takes} none="Nothing." />
      <FieldList title="Answer, 200" fields={answers} answered none="Nothing but success." />
      {errors.length > 0 ? (
        <>
          <h3>Errors</h3>
          <Errors errors={errors} />
        </>
      ) : null}
      {limit ? (
        <>
          <h3>Limits</h3>
          <p className="small muted">{limit}</p>
        </>
      ) : null}
    </Section>
  );
}

interface FieldListProps {
  title: string;
  fields: readonly FieldView[];
  /** The portal sends them: what may be missing is marked, and not what is always there. */
  answered?: boolean;
  none?: string;
}

export function FieldList({ title, fields, answered = false, none }: FieldListProps) {
  if (fields.length === 0 && !none) return null;
  return (
    <>
      <h3>{title}</h3>
      {fields.length === 0 ? <p className="small muted">{none}</p> : null}
      {fields.length > 0 ? (
        <ul className="params">
          {fields.map(({ name, type, required, words }) => (
            <li key={name}>
              <div>
                <code className="anywhere">{name}</code>
                <span className="type">{type}</span>
                {required && !answered ? <span className="req">required</span> : null}
                {answered && !required ? <span className="type">may be missing</span> : null}
              </div>
              {words ? <p>{words}</p> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

export function Errors({ errors }: { errors: readonly ErrorView[] }) {
  return (
    <table className="plain call-errors">
      <caption className="sr">Errors</caption>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Code</th>
          <th scope="col">What the person reads</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ status, code, words }) => (
          <tr key={code}>
            <td>{status}</td>
            <th scope="row">
              <code className="anywhere">{code}</code>
            </th>
            <td>{words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Both languages of a request. Which one is shown is decided by the style sheet, so that it works without script. */
export function Snippets({ name, curl, javascript }: { name: string; curl: string; javascript: string }) {
  const group = `${name}-language`;
  return (
    <div className="code">
      <div className="code-bar">
        <fieldset className="code-tabs">
          <legend className="sr">Language</legend>
          <label>
            <input type="radio" name={group} value="curl" defaultChecked />
            curl
          </label>
          <label>
            <input type="radio" name={group} value="javascript" />
            JavaScript
          </label>
        </fieldset>
        <span className="code-curl">
          <CopyButton text={curl} label="Copy" copied="Copied" size="small" />
        </span>
        <span className="code-javascript">
          <CopyButton text={javascript} label="Copy" copied="Copied" size="small" />
        </span>
      </div>
      <Text className="code-curl" text={curl} />
      <Text className="code-javascript" text={javascript} />
    </div>
  );
}

export function Code({ title, text }: { title: string; text: string }) {
  return (
    <div className="code">
      <div className="code-bar">{title}</div>
      <Text text={text} />
    </div>
  );
}

/** It may scroll sideways, so that the keyboard has to reach it. */
function Text({ text, className }: { text: string; className?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by the keyboard
    <pre className={className} tabIndex={0}>
      {highlight(text)}
    </pre>
  );
}

const token =
  /("(?:[^"\\\n]|\\.)*"(?=\s*:)|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\b(?:await|const|if|import|from|new|throw|true|false|null|curl)\b)/;

function highlight(text: string): ReactNode[] {
  let start = 0;
  return text.split(token).map((part, at, parts) => {
    start += part.length;
    if (at % 2 === 0) return part;
    const isName = part.startsWith('"') && /^\s*:/.test(parts[at + 1] ?? '');
    const kind = isName ? 'code-name' : /^["']/.test(part) ? 'code-text' : 'code-word';
    return (
      <span key={start} className={kind}>
        {part}
      </span>
    );
  });
}
