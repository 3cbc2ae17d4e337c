import { listAuditLog } from '#modules/admin/index.ts';
import { describeAudit } from '#modules/platform/index.ts';
import { accountOf } from './person.ts';
import { perform, showing } from './showing.ts';
import { printTable } from './terminal.ts';

interface Search {
  words: string[];
  person?: string;
  staff?: string;
  company?: string;
  action?: string;
  since?: string;
  until?: string;
  after?: string;
}

/** `shield audit search`: the audit log, newest first, by the filters of the console. Reading it is recorded too. */
export const search = showing<Search>()(
  listAuditLog.output,
  async (portal, { words, person, staff, company, ...filters }) =>
    perform(portal, listAuditLog, {
      ...filters,
      q: words.join(' '),
      company,
      person: person && (await accountOf(portal, person)),
      staff: staff && (await accountOf(portal, staff)),
    }),
  (terminal, { entries, cursors }) => {
    if (entries.length === 0) return terminal.out('No entry was found.');
    printTable(
      terminal,
      ['at', 'what', 'who', 'about', 'object', 'detail'],
      entries.map((entry) => [
        entry.at.toISOString(),
        describeAudit(entry.action),
        whoOf(entry),
        entry.about ?? entry.company ?? '',
        entry.object_type ? `${entry.object_type} ${entry.object_id}` : '',
        entry.detail ? JSON.stringify(entry.detail) : '',
      ]),
    );
    if (cursors.next) terminal.err(`More: --after ${cursors.next}`);
  },
  { aboutPerson: true },
);

function whoOf({
  actor,
  admin,
  by_terminal,
}: {
  actor: string | null;
  admin: string | null;
  by_terminal: boolean;
}) {
  if (admin) return `${admin} as ${actor}`;
  return by_terminal ? `${actor} at the terminal` : (actor ?? 'the portal');
}
