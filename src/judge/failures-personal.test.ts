import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesLuhn, passesMod97 } from './failures-checksums.js';
import { findPersonal, masked, withoutPersonal } from './failures-personal.js';

const found = (text: string) =>
  findPersonal(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

describe('personal data', () => {
  it.each<[string, string, string]>([
    ['why does jane.doe+x@corp.co.uk not get mail?', 'email', 'jane.doe+x@corp.co.uk'],
    ['reset for jürgen@müller.de, please', 'email', 'jürgen@müller.de'],
    ['fetch https://jane@corp.com/repo', 'email', 'jane@corp.com'],
    ['mail to user@163.com bounces', 'email', 'user@163.com'],
    ['call me at +49 170 1234567', 'phone', '+49 170 1234567'],
    ['sms to +1 (415) 555-2671 fails', 'phone', '+1 (415) 555-2671'],
    ['+1.415.555.2671', 'phone', '+1.415.555.2671'],
    ['0049 170 1234567', 'phone', '0049 170 1234567'],
    ['ring (415) 555-2671', 'phone', '(415) 555-2671'],
    ['415-555-2671', 'phone', '415-555-2671'],
    ['mon numéro 01 23 45 67 89', 'phone', '01 23 45 67 89'],
    ['020 7946 0958', 'phone', '020 7946 0958'],
    ['Tel. 030/1234567', 'phone', '030/1234567'],
    ['0170 1234567', 'phone', '0170 1234567'],
    ['phone: 9876543210', 'phone', '9876543210'],
    ['mobile 9876543210', 'phone', '9876543210'],
    ['card 4111 1111 1111 1111 12/28 refused', 'card', '4111 1111 1111 1111'],
    ['2024-01-01 1234 4111 1111 1111 1111 123', 'card', '4111 1111 1111 1111'],
    ['5555-5555-5555-4444', 'card', '5555-5555-5555-4444'],
    ['378282246310005', 'card', '378282246310005'],
    ['3782 822463 10005', 'card', '3782 822463 10005'],
    ['to DE89 3704 0044 0532 0130 00 FAILS', 'iban', 'DE89 3704 0044 0532 0130 00'],
    ['gb82west12345698765432', 'iban', 'gb82west12345698765432'],
    ['NO93 8601 1117 947', 'iban', 'NO93 8601 1117 947'],
    ['blocked: 84.17.33.9:8080', 'ip', '84.17.33.9'],
    ['ip 5.6.7.8', 'ip', '5.6.7.8'],
    ['http://84.17.33.9/x', 'ip', '84.17.33.9'],
    ['from 2a02:8070:d1c1:9200::1234 too', 'ip', '2a02:8070:d1c1:9200::1234'],
    ['my ssn is 078-05-1120', 'ssn', '078-05-1120'],
    ['use sk-ant-api03-Ab1cD2eF3gH4iJ5kL6mN7 here', 'secret', 'sk-ant-api03-Ab1cD2eF3gH4iJ5kL6mN7'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'secret', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
    ['AKIAIOSFODNN7EXAMPLE', 'secret', 'AKIAIOSFODNN7EXAMPLE'],
    ['github_pat_11ABCDEFG0123456789_abc', 'secret', 'github_pat_11ABCDEFG0123456789_abc'],
    ['authorization: bearer a1b2c3d4e5f6g7h8i9', 'secret', 'bearer a1b2c3d4e5f6g7h8i9'],
    [
      'jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.s1Gn-aTuRe_x bad',
      'secret',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.s1Gn-aTuRe_x',
    ],
    ['postgres://app:hX7q2@db.corp.io/x', 'secret', '://app:hX7q2@db.corp.io/x'],
    ['api_key="a1b2c3d4e5f6"', 'secret', 'api_key="a1b2c3d4e5f6'],
  ])('is found in "%s"', (text, kind, value) => {
    expect(found(text)).toEqual([[kind, value]]);
  });

  it('is found where it is a whole key, to its end', () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA7bq1'.repeat(3)}\n-----END RSA PRIVATE KEY-----`;
    expect(found(`x ${key} y`)).toEqual([['secret', key]]);
  });

  it.each([
    'upgrade chrome 120.0.6099.71 breaks fetch',
    'version 1.2.3.4 fails, 4.18.20.1-beta too',
    'what changed in 1.2.3.4',
    'upgrade from 4.18.20.1 to 4.19.20.13',
    'pkg@1.25.31.2 and ^4.18.20.1 and Chrome/99.84.60.71',
    'bind to 0.0.0.0 or 127.0.0.1, not 10.1.2.30, 192.168.1.20, 172.20.1.15, 169.254.11.12, 100.64.11.22',
    'docs say 192.0.2.11, 198.51.100.23 or 203.0.113.45; 224.0.0.11 is for many, 255.255.255.0 a mask',
    'route 84.17.33.0/24',
    '1.2.3.4.5 is an oid, 300.17.33.9 nothing',
    'std::vector and ::1 and fe80::1 and 2001:db8::8a2e:370:7334 and dead:beef::1',
    'at 12:34:56 or 2024-01-01T12:34:56.789+0000',
    'error 0x80070057, code 2147467259, EPOCH 1700000000000',
    'order 1234567890123456 and 4111111111111112 fail',
    '0.4111111111111111 and 4111111111111111.5',
    'uuid 41111111-1111-1111-1111-111111111111',
    'isbn 978-3-16-148410-0, 000-12-3456, 666-12-3456, 912-34-5678, 2024-01-0123',
    'DE89 3704 0044 0532 0130 01 has a bad check digit, FR12 nothing, XX89370400440532013000',
    'npm i @fastify/cors@8.4.0 react@18.2.0 pino@8.1.0-beta.next',
    "require('@matteo.collina/tspl')",
    'clone git@github.com:org/repo.git or ssh://git@github.com/org/repo',
    'icon@2x.png of user@example.com, a@b.test, x@localhost',
    'postgres://user:password@host.com/db and redis://app:$PASS@cache',
    'Bearer authentication fails with fastify-bearer-auth',
    'skeletonLoaderComponentName npm-install-peer-dependency hf_transformers_pipeline pk_constraint_violation',
    'token: base64encoded, password: string, secret: z.string().min(8), api_key: process.env.OPENAI_API_KEY',
    '-----BEGIN RSA PRIVATE KEY----- is not recognised',
    'bytes 01 02 03 04 05 06, mode 0644 0755 0644, dump 0020 3040 5060',
    'math 1+10000000000, +3.14159265, UTC+02:00, mobile 1920 1080',
    'commit 4f2a1bc9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3',
    'port 8080, 99999999, 2024-01-01, 12/31/2024, 1,234,567.89',
  ])('is not found in "%s"', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('is found as one where two lie over each other, so that no end is left', () => {
    expect(found('https://app:a4111@jane.io')).toEqual([['secret', '://app:a4111@jane.io']]);
    expect(withoutPersonal('phone: 4111111111111111')).toBe('phone: [card]');
  });

  it('is told without being shown', () => {
    const text = 'ask jane@corp.io';
    expect(masked(text, findPersonal(text)[0]!)).toBe('j… (12 characters)');
  });
});

describe('a text without personal data', () => {
  it('says what stood there', () => {
    expect(withoutPersonal('mail jane@corp.io or +49 170 1234567 from 84.17.33.9')).toBe(
      'mail [email] or [phone] from [ip]',
    );
    expect(withoutPersonal('nothing here')).toBe('nothing here');
  });

  it('holds no more of it, however it was mixed with words', () => {
    const personal = fc.constantFrom(
      'jane@corp.io',
      '+49 170 1234567',
      '4111111111111111',
      'DE89370400440532013000',
      '84.17.33.9',
      '078-05-1120',
      'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    );
    const words = fc.constantFrom('why', 'error,', 'tel', '(x)', 'v2', '—', 'ip');
    fc.assert(
      fc.property(fc.array(fc.tuple(words, personal), { minLength: 1, maxLength: 6 }), (pieces) => {
        const text = withoutPersonal(pieces.flat().join(' '));
        for (const [, piece] of pieces) expect(text).not.toContain(piece);
        expect(findPersonal(text)).toEqual([]);
      }),
    );
  });

  it('is any text that holds none, unchanged, and no text makes it fail', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const rest = withoutPersonal(text);
        if (findPersonal(text).length === 0) expect(rest).toBe(text);
        expect(findPersonal(rest)).toEqual([]);
      }),
    );
  });
});

describe('check digits', () => {
  it('are those of a naive count', () => {
    const naiveLuhn = (digits: string) =>
      [...digits]
        .reverse()
        .map((digit, i) => (i % 2 === 1 ? String(Number(digit) * 2) : digit))
        .join('')
        .split('')
        .reduce((sum, digit) => sum + Number(digit), 0) %
        10 ===
      0;
    const naiveMod97 = (iban: string) => {
      const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((sign) =>
        /\d/.test(sign) ? sign : String(sign.charCodeAt(0) - 55),
      );
      return BigInt(digits.join('')) % 97n === 1n;
    };
    fc.assert(fc.property(fc.stringMatching(/^\d{13,19}$/), (text) => passesLuhn(text) === naiveLuhn(text)));
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/),
        (text) => passesMod97(text) === naiveMod97(text),
      ),
    );
  });

  it('hold for numbers that are published as examples, and for no neighbour of them', () => {
    expect(['4111111111111111', '378282246310005', '79927398713'].map(passesLuhn)).toEqual([
      true,
      true,
      true,
    ]);
    for (const last of '0234567890') expect(passesLuhn(`411111111111111${last}`)).toBe(false);
    expect(['GB82WEST12345698765432', 'DE89370400440532013000'].map(passesMod97)).toEqual([true, true]);
    expect(passesMod97('GB82WEST12345698765431')).toBe(false);
  });
});
