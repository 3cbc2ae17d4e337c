import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openListener } from '#app/server/listener.ts';
import { ask } from './ask.ts';

const open = () => openListener({ host: '127.0.0.1', port: 0 });

describe('the listener', () => {
  it('asks early visitors to come back', async () => {
    const listener = await open();
    expect(await ask(listener.port, '/login')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
    });
    await listener.drain(1000);
  });

  it('says which variable to change when its port is taken', async () => {
    const listener = await open();
    await expect(
      openListener({ host: '127.0.0.1', port: listener.port, variable: 'SOME_PORT' }),
    ).rejects.toMatchObject({
      message: `Port ${listener.port} is taken: stop what uses it, or set SOME_PORT.`,
      exitCode: 75,
    });
    await listener.drain(1000);
  });

  it('finishes the requests in flight and takes no more', async () => {
    const listener = await open();
    listener.serve(async (_request, response) => {
      await pause(300);
      response.end('finished');
    });
    const inFlight = ask(listener.port, '/');
    await pause(50);
    const drained = listener.drain(5000);
    await pause(50);
    await expect(ask(listener.port, '/')).rejects.toThrow(/ECONNREFUSED/);
    expect((await inFlight).body).toBe('finished');
    await drained;
  });

  it('does not wait for connections that only stay open', async () => {
    const listener = await open();
    listener.serve((_request, response) => response.end('ok'));
    await fetch(`http://127.0.0.1:${listener.port}/`).then((answer) => answer.text());
    const started = performance.now();
    await listener.drain(5000);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('cuts what takes longer than the deadline', async () => {
    const listener = await open();
    listener.serve(() => undefined);
    const cut = expect(ask(listener.port, '/')).rejects.toThrow(/hang up|ECONNRESET/);
    await pause(50);
    await listener.drain(100);
    await cut;
  });

  it('may be drained twice', async () => {
    const listener = await open();
    await listener.drain(100);
    await listener.drain(100);
    const other = createServer().listen(listener.port, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    await new Promise((done) => other.close(done));
  });
});
