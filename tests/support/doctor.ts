import { readConfig } from '#platform/config.ts';
import { examineSite } from '#platform/doctor.ts';

/** Lists the problems that the doctor finds with these settings. */
export async function problemsWith(
  settings: Record<string, string>,
  longestMs?: number,
): Promise<string[]> {
  const problems = [];
  for await (const { isProblem, text } of examineSite(
    readConfig({ PORT: '0', ...settings }),
    longestMs,
  )) {
    if (isProblem) problems.push(text);
  }
  return problems;
}
