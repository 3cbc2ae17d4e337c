/** Grids: lists that the database filters, sorts and pages. */
export { defineAddress } from './address.ts';
export { derived, gridColumn, type RowOf } from './column.ts';
export { csvLine } from './csv.ts';
export {
  beginningWith,
  choiceFilter,
  containing,
  containingWords,
  containsWord,
  dateFilter,
  pickFilter,
  searchFilter,
  segmentFilter,
} from './filter.ts';
export { defineGrid, uncounted } from './grid.ts';
export { beyondSql, orderSql, type Place, placeSql, readCursor, type Sort, writeCursor } from './place.ts';
