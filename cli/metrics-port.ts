import type { Worker } from 'node:cluster';
import { openListener } from '#app/server/listener.ts';
import { addMetrics, type Config, SECOND } from '#modules/platform/starting.ts';

/** The port at which Prometheus reads, and how the processes of a cluster give their metrics to the one that serves it. */

/** In milliseconds: a process that does not answer in time is left out. */
const LIMIT = SECOND;

interface Question {
  metrics: number;
}
interface Answer extends Question {
  values: object[];
}
const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'metrics' in message;
const isAnswer = (message: unknown): message is Answer => isQuestion(message) && 'values' in message;

/**
 * Opens METRICS_PORT.
 * @param read in the text format of Prometheus
 * @returns a function that closes it
 * @throws StartError if the port is taken
 */
export async function openMetricsPort(
  { metrics }: Pick<Config, 'metrics'>,
  read: () => Promise<string>,
): Promise<() => Promise<void>> {
  if (!metrics) return async () => undefined;
  const listener = await openListener({ ...metrics, variable: 'METRICS_PORT' });
  listener.serve((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) =>
        response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  return () => listener.drain(0);
}

let asked = 0;

/** Asks processes that serve for their metrics, and adds them up. */
export async function readTogether(workers: Iterable<Worker>): Promise<string> {
  asked += 1;
  const answers = await Promise.all([...workers].map((worker) => askWorker(worker, asked)));
  return addMetrics(answers.filter((values) => values !== null));
}

function askWorker(worker: Worker, number: number): Promise<object[] | null> {
  return new Promise((done) => {
    const end = (values: object[] | null) => {
      clearTimeout(timer);
      worker.off('message', hear).off('exit', gone);
      done(values);
    };
    const hear = (message: unknown) => {
      if (isAnswer(message) && message.metrics === number) end(message.values);
    };
    const gone = () => end(null);
    const timer = setTimeout(gone, LIMIT);
    worker.on('message', hear).on('exit', gone);
    worker.send({ metrics: number } satisfies Question, (error) => {
      if (error) gone();
    });
  });
}

/** In a process of the cluster: answers these questions. */
export function answerPrimary(values: () => Promise<object[]>): void {
  process.on('message', (message) => {
    if (!isQuestion(message)) return;
    values().then(
      (found) => process.send?.({ metrics: message.metrics, values: found } satisfies Answer),
      () => undefined,
    );
  });
}
