import { csvLines, type Cell } from '#contract/platform/csv.ts';
import { saveFile } from '#web/ui/save-file.ts';

/** Downloads rows as CSV, with a byte order mark so that spreadsheets read it as UTF-8. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(name, new Blob(['\ufeff', csvLines(rows)], { type: 'text/csv' }));
