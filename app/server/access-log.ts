import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Portal, traceFields } from '#modules/platform/index.ts';

type AccessLog = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** Logs one line per answered request, if the log level includes it. */
export function accessLog({ config, log }: Portal): AccessLog | null {
  if (!['info', 'debug', 'trace'].includes(config.logLevel)) return null;
  return (request, response, path) => {
    const start = performance.now();
    const trace = traceFields();
    response.once('close', () => {
      const ms = Math.round((performance.now() - start) * 10) / 10;
      const line = {
        method: request.method,
        path: withoutSecrets(path),
        status: response.statusCode,
        ms,
        request: response.getHeader('x-request-id'),
        ...trace,
        ...(response.writableFinished ? {} : { cut: true }),
      };
      log.info(line, 'answered');
    });
  };
}

/** Masks path segments that are long or contain more than lowercase letters, because they may be the code of a link. */
function withoutSecrets(path: string): string {
  return path
    .split('/')
    .map((part) => (part.length > 24 || /[\dA-Z_]/.test(part) ? ':' : part))
    .join('/');
}
