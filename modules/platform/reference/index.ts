export type { CallExample, DocumentedCall, DocumentedEvent, Surface } from './declared.ts';
export { hubDialect, keyDialect } from './dialects.ts';
export { type FieldView, fieldsOf } from './fields.ts';
export { openApiOf } from './openapi.ts';
export { jsonSchemaOf } from './schemas.ts';
export { type Findable, type Found, searchReference } from './search.ts';
export { type CallView, type ErrorView, type EventView, errorsOf, eventViewOf, viewOf } from './view.ts';
