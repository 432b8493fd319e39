import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  return file;
}

describe('secrets in files', () => {
  it.each(['\n', '\r\n', ''])('lose the end of their line: %j', (end) => {
    const secret = 'a#b c%'.repeat(8);
    const config = readConfig({ SESSION_SECRET: ' ', SESSION_SECRET_FILE: fileWith(secret + end) });
    expect(config.sessionSecret).toBe(secret);
  });

  it('follow the rules of any setting', () => {
    expect(() => readConfig({ SESSION_SECRET_FILE: fileWith('short') })).toThrow(
      new ConfigError('SESSION_SECRET must be at least 32 characters long'),
    );
  });

  it("can't be given twice", () => {
    const both = {
      SMTP_URL: 'smtp://mail.example',
      SMTP_URL_FILE: fileWith('smtp://mail.example'),
    };
    expect(() => readConfig(both)).toThrow(
      new ConfigError('SMTP_URL and SMTP_URL_FILE are both set. Unset one of them.'),
    );
  });

  it('are named when they can’t be read', () => {
    expect(() => readConfig({ STRIPE_SECRET_KEY_FILE: '/no/such/file' })).toThrow(
      /^STRIPE_SECRET_KEY_FILE names a file that can't be read \(there is no file or folder \/no\/such\/file\)\. Check the path and its permissions\.$/,
    );
  });
});
