const l64 = 'l'.repeat(64)
const longDomain = `${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(50)}.example`

/** Valid addresses: every form of a dot-atom (RFC 5322, section 3.2.3), each at a different domain. */
export const validAddresses = [
  ...['a&b', 'r&d', 'sales/de', 'x=y', 'user#1', '{b}', "o'brien", '!def!xyz%abc', 'customer/department=shipping'],
  ...[
    '$A12345',
    '_somename',
    '-',
    '_',
    '!',
    '#',
    '$',
    '%',
    '&',
    "'",
    '*',
    '+',
    '/',
    '=',
    '?',
    '^',
    '`',
    '{',
    '|',
    '}',
    '~',
  ],
  ...['a', 'Z', '7', '0', '123456789', '1.2.3', 'a.b.c.d.e.f.g.h', 'first.last', 'user+tag', '+tag', 'tag+', 'a+b=c.d'],
  ...[
    '-dash-',
    '--',
    '__init__',
    'UPPER.Case',
    "'quoted'",
    '%40',
    'a%_b',
    '100%',
    'select*from',
    "x'or'1'='1",
    '$(id)'.replace(/[()]/g, ''),
  ],
  ...['a|b&c', 'what?', '^caret^', '`tick`', '~home', '{{name}}', '=?utf-8?q?x?=', '&amp', 'a-b_c', l64],
].map((local, at) => `${local}@n${at}.shapes.example`)

export const validDomains = [
  ...[
    'd@x.co',
    'd@a-b.example',
    'd@a--b.example',
    'd@1.example',
    'd@163.com',
    'd@xn--mller-kva.example',
    `d@${longDomain}`,
  ],
  ...['d@very.many.labels.of.a.name.example', 'd@EXAMPLE-Upper.ORG', 'd@x.xn--p1ai'],
]

/** Addresses with non-ASCII letters before the @, after it or on both sides (RFC 6531), without normalization. */
export const internationalAddresses = [
  ...[
    'info@müller.example',
    'Jörg@eai.example',
    'jörg@größe.example',
    'jose\u0301@nfd.example',
    'MÜLLER.ÄÖ+ß@große.example',
  ],
  ...['用户@例子.example', 'ユーザー@ひらがなカタカナ.example', '사용자@한국.example', 'δοκιμή@παράδειγμα.example'],
  ...['почта@пример.рф', 'संपर्क@डाटामेल.भारत', 'مثال@مثال.example', 'ทดสอบ@ไทย.example', 'դավիթ@հայ.example'],
  ...['marcel·lí@col·legi.example', '👍@picture.example', "o'brien.ñandú@españa.example", 'żółć@łódź.example'],
]

/** 254 octets, the maximum. */
export const longestAddress = `${l64}@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(53)}.example`

export const invalidAddresses = [
  ...[
    '',
    'plain',
    '@x.example',
    'a@',
    'a b@x.example',
    'a@b@x.example',
    '.a@x.example',
    'a.@x.example',
    'a..b@x.example',
  ],
  ...[
    'a@x',
    'a@-x.example',
    'a@x-.example',
    'a@x..example',
    'a@.example',
    'a@x.example.',
    'a@x_y.example',
    'a@1.2.3.4',
  ],
  ...['a@[192.0.2.1]', 'a@[IPv6:2001:db8::1]', '"a b"@x.example', '"a@b"@x.example', 'a<b@x.example', 'a>b@x.example'],
  ...['a,b@x.example', 'a;b@x.example', 'a:b@x.example', 'a(b)@x.example', 'a\\b@x.example', 'a[b]@x.example'],
  ...[
    'a\r\nBcc: b@x.example',
    'a\u007f@x.example',
    'a\tb@x.example',
    'a@x.example>\r\nRCPT TO:<b@x.example',
    'a@x.%65xample',
  ],
  ...[
    ...['a\u200bb@x.example', 'a\u202eb@x.example', 'ö\u00adb@x.example', 'a\u3164b@x.example', '\u0301a@x.example'],
    ...['ab@x\u200b.example', 'ab@x\u00ad.example', 'a＠b@x.example', `${'用'.repeat(22)}@x.example`],
    `${'l'.repeat(65)}@x.example`,
    `a@${'d'.repeat(64)}.example`,
    `l${longestAddress}`,
    `a@${'d.'.repeat(125)}example`,
  ],
]
