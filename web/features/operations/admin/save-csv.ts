import { csvLines, type Cell } from '#contract/platform/csv.ts';
import { saveFile } from '#web/ui/save-file.ts';

/** Hands the browser rows to keep; the mark at the file's start tells spreadsheets that it is UTF-8. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(name, new Blob(['\ufeff', csvLines(rows)], { type: 'text/csv' }));
