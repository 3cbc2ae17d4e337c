import { formatDateTime } from '#modules/platform/browser.ts';
import { type CaseDocument, Documents } from './documents.tsx';

interface Message {
  id: string;
  author: 'person' | 'staff' | 'agency';
  authorname: string;
  text: string;
  written_dts: Date;
}

interface MessagesProps {
  messages: Message[];
  documents: CaseDocument[];
  /** The address of the case's documents. */
  documentsAt: string;
  /** Who reads the page. */
  mine: Message['author'];
  timeZone: string;
}

/** The messages of the person, staff and the agency, oldest first. */
export function Messages({ messages, documents, documentsAt, mine, timeZone }: MessagesProps) {
  if (messages.length === 0) return <p className="muted">No messages yet.</p>;
  return (
    <ol className="timeline" aria-label="Messages">
      {messages.map((message) => (
        <li key={message.id}>
          <div className="line">
            <b>{message.author === mine && mine === 'person' ? 'You' : nameOf(message)}</b>
            <time dateTime={message.written_dts.toISOString()}>
              {formatDateTime(message.written_dts, timeZone)}
            </time>
          </div>
          <p className="anywhere written">{message.text}</p>
          <Documents
            documents={documents.filter((each) => each.message_id === message.id)}
            at={documentsAt}
          />
        </li>
      ))}
    </ol>
  );
}

function nameOf({ author, authorname }: Message): string {
  return author === 'staff' ? `${authorname}, support` : authorname;
}
