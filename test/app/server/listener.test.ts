import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
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

  it('lets a client finish what it sends, also when the answer came before it was read', async () => {
    const listener = await open();
    listener.serve((_request, response) => response.writeHead(302, { Location: '/login' }).end());
    const size = 5_000_000;
    const client = connect(listener.port, '127.0.0.1');
    client.write(`POST / HTTP/1.1\r\nHost: any\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`);
    const [head] = (await once(client, 'data')) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1.1 302 /);
    client.resume();
    await new Promise<void>((done, fail) => {
      client.once('error', fail).write(Buffer.alloc(size), (error) => (error ? fail(error) : done()));
    });
    await once(client, 'close');
    await listener.drain(1000);
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
