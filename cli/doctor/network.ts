import { resolveTxt } from 'node:dns/promises';
import { connect } from 'node:tls';
import { DAY, SECOND } from '#modules/platform/index.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

type Answer = Omit<Finding, 'check'>;

/** Codes of a name server that answers that there is no such record. */
const none = new Set(['ENODATA', 'ENOTFOUND']);

/** @returns null if no name server answers */
async function textsOf(name: string): Promise<string[] | null> {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    return none.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
  }
}

/** Whether receivers can tell that mails of a domain are ours. */
export async function checkSender(domain: string): Promise<Answer> {
  const [spf, dmarc] = await Promise.all([textsOf(domain), textsOf(`_dmarc.${domain}`)]);
  if (!spf || !dmarc)
    return warning(`No name server answered about ${domain}`, 'Try again where DNS answers.');
  const missing = [
    ...(spf.some((text) => text.startsWith('v=spf1')) ? [] : [`SPF (TXT of ${domain})`]),
    ...(dmarc.some((text) => text.startsWith('v=DMARC1')) ? [] : [`DMARC (TXT of _dmarc.${domain})`]),
  ];
  if (missing.length === 0) return ok(`${domain} has SPF and DMARC`);
  return warning(
    `${domain} has no ${missing.join(' and no ')}`,
    'Add the records that your mail provider names, or mails land in spam.',
  );
}

/** How long before its end a certificate is warned about. */
const RENEWED_BEFORE = 14 * DAY;

/** The certificate of the public address, as a browser checks it. */
export function checkCertificate(publicUrl: string): Promise<Answer> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return Promise.resolve(ok('PUBLIC_URL is not https, as in development'));
  return new Promise((done) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
    const answer = (found: Answer) => {
      socket.destroy();
      done(found);
    };
    socket.setTimeout(5 * SECOND, () => answer(wrong(`${hostname} does not answer`, mendTls)));
    socket.once('error', (error) => answer(wrong(`${hostname}: ${error.message}`, mendTls)));
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      const words = `The certificate of ${hostname} is valid until ${until.toISOString().slice(0, 10)}`;
      answer(until.getTime() - Date.now() < RENEWED_BEFORE ? warning(words, 'Renew it.') : ok(words));
    });
  });
}

const mendTls = 'Check DNS, the TLS proxy and its certificate for the host of PUBLIC_URL.';

/** Whether a service answers at all, with any status: keys are not tried, because that could cost money. */
export async function checkReachable(url: string): Promise<Answer> {
  const { host } = new URL(url);
  const answer = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(5 * SECOND),
  }).catch((error: Error) => {
    // What fetch says itself is the same for every cause.
    throw new Error(`${host} does not answer: ${reasonOf(error.cause ?? error)}`, { cause: error });
  });
  return ok(`${host} answers (${answer.status}); the key was not tried`);
}

function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return message || code || 'no reason given';
}
