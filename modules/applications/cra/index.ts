export { HttpsCra } from './https.ts';
export * from './port.ts';
