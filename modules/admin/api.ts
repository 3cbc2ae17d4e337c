import { calls } from '#modules/platform/index.ts';
import { getAdminNotes, saveAdminNote } from './notes.ts';
import { searchUsers } from './people.ts';
import { listBackgroundChecks, listScores } from './screening.ts';
import { getUser } from './user.ts';

export const adminCalls = calls([
  { method: 'POST', path: '/admin/usersearch', operation: searchUsers },
  { method: 'POST', path: '/admin/getuser', operation: getUser },
  { method: 'POST', path: '/admin/getuserbgchecks', operation: listBackgroundChecks },
  { method: 'POST', path: '/admin/getcurrentscore', operation: listScores },
  { method: 'POST', path: '/admin/getadminnotes', operation: getAdminNotes },
  { method: 'POST', path: '/admin/saveadminnote', operation: saveAdminNote },
]);
