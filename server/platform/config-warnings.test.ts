import { describe, expect, it } from 'vitest';
import { configWarnings } from './config.ts';

const quiet = { publicOrigin: undefined, smtpUrl: undefined };

describe('warnings about the settings', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
    ['public_url', 'PUBLIC_URL'],
  ])('name the setting that %s may mean', (name, meant) => {
    const warnings = configWarnings(quiet, [name, 'PATH']);
    expect(warnings).toEqual([`${name} is not a setting of the site. Did you mean ${meant}?`]);
  });

  it("ignore settings, and other programs' variables", () => {
    const names = 'PORT HOST PATH HOME TERM LANG PWD SHELL USER HOSTNAME MAIL LOGNAME POSTGRES_URL';
    expect(configWarnings(quiet, names.split(' '))).toEqual([]);
  });

  it('report a site on plain HTTP, and one without mail', () => {
    const smtpUrl = 'smtp://mail.example';
    const about = (publicOrigin: string, value?: string) =>
      configWarnings({ publicOrigin, smtpUrl: value }, []).map((each) => each.split(' ')[0]);
    expect(about('http://hall.example', smtpUrl)).toEqual(['PUBLIC_URL']);
    expect(about('https://hall.example')).toEqual(['SMTP_URL']);
    expect(about('https://hall.example', smtpUrl)).toEqual([]);
    expect(about('http://localhost:8080', smtpUrl)).toEqual([]);
  });
});
