export { HttpsCra } from './https.ts';
export { craOpenApi } from './openapi.ts';
export * from './port.ts';
