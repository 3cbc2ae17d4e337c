import { formatDateTime } from '#modules/platform/browser.ts';

interface Message {
  id: string;
  author: 'person' | 'staff' | 'agency';
  authorname: string;
  text: string;
  written_dts: Date;
}

interface MessagesProps {
  messages: Message[];
  /** Who reads the page. */
  mine: Message['author'];
  timeZone: string;
}

/** What the person, staff and the agency wrote, oldest first. */
export function Messages({ messages, mine, timeZone }: MessagesProps) {
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
        </li>
      ))}
    </ol>
  );
}

function nameOf({ author, authorname }: Message): string {
  return author === 'staff' ? `${authorname}, support` : authorname;
}
