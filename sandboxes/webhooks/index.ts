export { knowSecret, receiverHost, withSandboxReceiver } from './receiver.ts';
