export { type CatalogueFile, catalogueFile } from './file.ts';
export { type CatalogueChange, importCatalogue } from './import.ts';
export { exportCatalogue } from './read.ts';
