import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { SECOND } from '#modules/platform/starting.ts';

/** How long a client may go on sending a body that was answered before it was read, in milliseconds. */
const LINGER = 10 * SECOND;

/**
 * Keeps the connection of a request open while its client still sends. Node would close it as soon as the answer is
 * written, and a client or a proxy that is cut off while it sends never reads the answer. What still comes is thrown
 * away.
 */
export function lingerWhileSending(request: IncomingMessage): void {
  const { socket } = request;
  const close = Socket.prototype.destroySoon.bind(socket);
  // Node calls this after the last answer of a connection.
  socket.destroySoon = () => {
    if (request.complete || socket.destroyed) return close();
    const timer = setTimeout(close, LINGER).unref();
    socket.once('close', () => clearTimeout(timer)).end();
    request.once('end', close).resume();
  };
}
