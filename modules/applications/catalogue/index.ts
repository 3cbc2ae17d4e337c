export {
  type ConsentDraftText,
  editCatalogue,
  publishConsentDraft,
  readCatalogueForStaff,
  readConsentText,
  saveConsentDraft,
} from './editing.ts';
export { type CatalogueFile, catalogueFile } from './file.ts';
export { type CatalogueChange, importCatalogue } from './import.ts';
export { exportCatalogue } from './read.ts';
