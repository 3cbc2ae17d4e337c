import { signaturePng } from '#test/factories/applicants.ts';
import type { VisitedPortal, Visitor } from '#test/visitor.ts';
import { steady } from './steady.ts';

/** The examples of the reference, kept while calls are sent to a running portal. */

/** @param id of the call in the reference. `input` is what was sent. */
export type Keep = (id: string, input: object, answer: { status: number; body: object }) => void;

/** Sends a call under /hub/api, such as `POST /login`, and keeps its example. @returns the answer */
// biome-ignore lint/suspicious/noExplicitAny: the answer of any call
export type Show = (by: Visitor, call: string, input?: object) => Promise<any>;

/** Sends a call of the console. */
export type ShowByStaff = (call: string, input?: object) => ReturnType<Show>;

/** @param today yyyy-MM-dd */
export function newExamples(today: string) {
  const examples = new Map<string, { input: object; output: object }>();

  const keep: Keep = (id, input, { status, body }) => {
    if (status !== 200) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`);
    if (examples.has(id)) throw new Error(`${id} has an example already`);
    examples.set(id, steady({ input, output: body }, today));
  };

  const show: Show = async (by, call, input = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const answer = await by.call(method === 'GET' ? 'GET' : 'POST', path, input);
    keep(`${method}${path.replaceAll('/', '-')}`.toLowerCase(), input, answer);
    return answer.body;
  };

  /** The content of modules/call-examples.json: one line for each call. */
  const text = () => {
    const lines = [...examples]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, example]) => `  ${JSON.stringify(id)}: ${JSON.stringify(example)}`);
    return `{\n${lines.join(',\n')}\n}\n`;
  };

  return { keep, show, text };
}

/** Puts a picture at the address that a call for an upload has answered, as a browser does. */
export async function putPicture({ storage }: VisitedPortal, uploadurl: string): Promise<void> {
  const [, encoded = ''] = signaturePng(300).split(',');
  const key = new URL(uploadurl).pathname.replace('/files/', '');
  await storage.put(key, Buffer.from(encoded, 'base64'), { contentType: 'image/png' });
}
