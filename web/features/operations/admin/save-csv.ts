import { csvLines, type Cell } from '#contract/platform/csv.ts';
import { saveFile } from '#web/ui/save-file.ts';

/** Downloads rows as a file; the mark at its start tells spreadsheets that it is UTF-8. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(name, new Blob(['\ufeff', csvLines(rows)], { type: 'text/csv' }));
