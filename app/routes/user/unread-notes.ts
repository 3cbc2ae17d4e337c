import type { LoaderFunctionArgs } from '@remix-run/node';
import { listReleaseNotes } from '#modules/enterprise/index.ts';
import { perform } from '../../door.server.ts';

/** How many release notes the person has not read, for the header (F32). */
export async function loader(args: LoaderFunctionArgs) {
  const { notes } = await perform(args, listReleaseNotes, {});
  const unread = notes.filter((note) => note.unread).length;
  return Response.json({ unread }, { headers: { 'Cache-Control': 'no-store' } });
}
