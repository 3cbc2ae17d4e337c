/** Holds the embedded server of a folder until it is killed: `node test/embedded-database/embedded-holder.ts FOLDER`. */
import { startEmbedded } from '#embedded-database/index.ts';

const embedded = await startEmbedded({ dataFolder: process.argv[2] ?? '', password: 'password-of-the-test' });
process.stdout.write(`${embedded.url}\n`);
setInterval(() => undefined, 1000);
