import { bulkPages } from './bulk.ts';
import { applications, purchases } from './check.ts';
import { companyPages } from './company.ts';
import { consoleSettings, queues, records } from './console.ts';
import { operationsPages } from './operations.ts';
import { account, disputes, score } from './person.ts';
import { recordDialogs } from './record-dialogs.ts';
import { development, publicPages, signIn } from './visitors.ts';

export const groups = [
  signIn,
  publicPages,
  account,
  score,
  disputes,
  purchases,
  applications,
  companyPages,
  bulkPages,
  consoleSettings,
  records,
  recordDialogs,
  queues,
  operationsPages,
  development,
];

/** Pages that nothing looks at, and why. */
export const unseen: Readonly<Record<string, string>> = {
  endusersession: 'script sends its form as soon as it is open',
  '*': 'leads elsewhere',
  'user/application/leave': 'leads to the step',
  'user/application/package/upload': 'leads to the application',
  'user/tour': 'leads home',
};
