import { createServer, type ServerResponse } from 'node:http';
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
    const arrived = Promise.withResolvers<ServerResponse>();
    listener.serve((_request, response) => arrived.resolve(response));
    const inFlight = ask(listener.port, '/');
    const response = await arrived.promise;
    const drained = listener.drain(600_000);
    await expect(ask(listener.port, '/')).rejects.toThrow(/ECONNREFUSED/);
    response.end('finished');
    expect((await inFlight).body).toBe('finished');
    await drained;
  });

  it('does not wait for connections that only stay open', async () => {
    const listener = await open();
    listener.serve((_request, response) => response.end('ok'));
    await fetch(`http://127.0.0.1:${listener.port}/`).then((answer) => answer.text());
    // The limit of the test is shorter, so a drain that waited for the connection would fail it.
    await listener.drain(600_000);
  });

  it('cuts what takes longer than the deadline', async () => {
    const listener = await open();
    const arrived = Promise.withResolvers<void>();
    listener.serve(() => arrived.resolve());
    const cut = expect(ask(listener.port, '/')).rejects.toThrow(/hang up|ECONNRESET/);
    await arrived.promise;
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
