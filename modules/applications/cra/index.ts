export { HttpsCra } from './https.ts';
export { craContract, craOpenApi } from './openapi.ts';
export * from './port.ts';
