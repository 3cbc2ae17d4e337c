import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { ask } from '#test/app/server/ask.ts';

/**
 * `asked`: the provider has not received the request yet. `answered`: the provider has executed it, and its answer has
 * not arrived yet.
 */
export type ProviderMoment = 'asked' | 'answered';

/** One request to the payment provider that is stopped. */
export interface Stop {
  /** Resolves when the request has reached its moment. */
  readonly reached: Promise<void>;
  letGo(): void;
  /** For a request of a process that has ended: neither the request nor its answer is passed on. */
  drop(): void;
}

export interface PaymentGate {
  readonly port: number;
  /** @param port the port of the payment sandbox */
  leadTo(port: number): void;
  /**
   * Stops the next request of a kind.
   * @param call matches its method and path, such as `POST /v1/refunds`
   */
  stopAt(call: RegExp, when: ProviderMoment): Stop;
}

interface Armed {
  call: RegExp;
  when: ProviderMoment;
  reach(): void;
  end: Promise<'let-go' | 'dropped'>;
}

/** A proxy between a portal and the payment sandbox, so that a test can act at a certain moment of a request. */
export async function openPaymentGate(): Promise<PaymentGate> {
  let sandboxPort = 0;
  let armed: Armed | null = null;

  function takeStop(call: string): Armed | null {
    const found = armed?.call.test(call) ? armed : null;
    if (found) armed = null;
    return found;
  }

  async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = from;
    const chunks: Buffer[] = [];
    for await (const chunk of from) chunks.push(chunk);
    const stop = takeStop(`${method} ${url.split('?')[0]}`);
    if (stop?.when === 'asked' && (await comeTo(stop)) === 'dropped') return void to.destroy();
    const answer = await ask(sandboxPort, url, { method, headers, body: Buffer.concat(chunks) });
    if (stop?.when === 'answered' && (await comeTo(stop)) === 'dropped') return void to.destroy();
    to.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const server = createServer((from, to) => {
    pass(from, to).catch((error: unknown) => to.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      sandboxPort = port;
    },
    stopAt(call, when) {
      const reached = Promise.withResolvers<void>();
      const end = Promise.withResolvers<'let-go' | 'dropped'>();
      armed = { call, when, reach: reached.resolve, end: end.promise };
      return {
        reached: reached.promise,
        letGo: () => end.resolve('let-go'),
        drop: () => end.resolve('dropped'),
      };
    },
  };
}

function comeTo(stop: Armed): Promise<'let-go' | 'dropped'> {
  stop.reach();
  return stop.end;
}
