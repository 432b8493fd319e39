import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';

const lines: string[] = [];
const { another } = await startTestApp(
  { logLevel: 'warn', trustProxy: false },
  { logTo: { write: (line) => void lines.push(line) } },
);

describe('an unconfigured proxy', () => {
  it.each(['x-forwarded-for', 'forwarded'])(
    "causes one warning, however many requests follow, without its header's content: %s",
    async (header) => {
      const app = await another();
      lines.length = 0;
      const headers = { [header]: 'for=203.0.113.66' };
      for (const sent of [{}, headers, headers])
        await app.inject({ url: '/healthz', headers: sent });
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({ level: 40, msg: expect.stringContaining('set TRUST_PROXY to') }),
      ]);
      expect(lines.join('')).not.toContain('203.0');
    },
  );

  it('causes none with TRUST_PROXY', async () => {
    const app = await another({ trustProxy: 1 });
    lines.length = 0;
    await app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.66' } });
    expect(lines).toEqual([]);
  });
});
