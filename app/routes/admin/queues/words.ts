import type { getQueues } from '#modules/admin/index.ts';
import type { OutputOf } from '#modules/platform/index.ts';

export type Queues = OutputOf<typeof getQueues>;

export const priorityWords: Readonly<Record<number, string>> = {
  0: 'Codes and security notices',
  1: 'What someone is waiting for on a page',
  2: 'Other mail, texts, and webhooks',
  3: 'Bulk work and sweeps',
};

export const stateWords: Record<Queues['states'][number]['state'], string> = {
  failed: 'Failed',
  retrying: 'Between tries',
  running: 'Running',
  waiting: 'Waiting',
  later: 'Later',
};

export const providerWords: Record<Queues['providers'][number]['provider'], string> = {
  mail: 'Mail',
  texts: 'Text messages',
  payments: 'Payments',
  agency: 'Background check agencies',
  verification: 'ID verification',
  addresses: 'Addresses',
  storage: 'Files',
};

/** What a job does, from its name: `network.send-invitation` is `Send invitation`. */
export function jobWords(name: string): string {
  const words = name.slice(name.indexOf('.') + 1).replaceAll('-', ' ');
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
}
