import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { askedOfDns, publish, testDns } from '#test/dns.ts'
import { createOutbound, type RequestOptions } from './outbound.ts'
import type { OutboundError } from './outbound-error.ts'

const publicAddress = '93.184.215.14'
const asked: IncomingMessage[] = []
const connected: string[] = []
const answers = new Map<string, RequestListener>()
const listener: RequestListener = (request, response) => {
  asked.push(request)
  const listen = answers.get(request.url!)
  if (listen) return listen(request, response)
  response.writeHead(404).end('nothing')
}
const server = createServer(listener).listen(0, '127.0.0.1')
const folder = mkdtempSync(join(tmpdir(), 'outbound-'))
const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name))
const selfSigned = '-x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=site.com'.split(' ')
execFileSync('openssl', ['req', ...selfSigned, '-keyout', key!, '-out', cert!], { stdio: 'ignore' })
const tlsServer = createTlsServer({ key: readFileSync(key!), cert: readFileSync(cert!) }, listener).listen(
  0,
  '127.0.0.1',
)
await Promise.all([server, tlsServer].map((one) => once(one, 'listening')))
const portOf = (one: { address(): unknown }) => (one.address() as AddressInfo).port
afterAll(() => {
  server.closeAllConnections()
  server.close()
  tlsServer.close()
})

const ports = [80, 443, portOf(server), portOf(tlsServer), 9]
const outbound = createOutbound({
  askDns: testDns,
  userAgent: 'StartupTools/1.0 (+https://tools.net)',
  ports,
  ownDomains: ['tools.net', 'files.org'],
  reach: ({ address }) => {
    connected.push(address)
    return { address: '127.0.0.1', family: 4 }
  },
})
publish('A', 'site.com', publicAddress)
const at = (path: string, host = 'site.com') => `http://${host}:${portOf(server)}${path}`
const serve = (path: string, listen: RequestListener) => {
  answers.set(path, listen)
  return at(path)
}
const redirect = (path: string, to: string) =>
  serve(path, (_, response) => response.writeHead(302, { location: to, 'set-cookie': 'a=b' }).end())
const faultOf = (url: string, wish?: RequestOptions) =>
  outbound.fetch(url, wish).then(
    ({ status }) => status,
    ({ fault }: OutboundError) => fault,
  )

beforeEach(() => {
  asked.splice(0)
  connected.splice(0)
  askedOfDns.splice(0)
})

test('what is at an address is fetched, from where its name said that it is, with nothing of ours but a name', async () => {
  const url = serve('/page', (_, response) => response.writeHead(200, { 'set-cookie': 'id=1' }).end('words'))
  const { status, body } = await outbound.fetch(url, { maxBytes: 100 })
  expect([status, body.toString(), connected]).toEqual([200, 'words', [publicAddress]])
  expect(asked[0]!.headers).toEqual({
    host: `site.com:${portOf(server)}`,
    'user-agent': 'StartupTools/1.0 (+https://tools.net)',
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    connection: 'close',
  })
})

test.each([
  ...['ftp://site.com/', 'file:///etc/passwd', 'data:text/plain,a', 'javascript:alert(1)', 'site.com', ''],
  ...['http://me:pass@site.com/', 'http://me@site.com/', 'http://site.com:22/', 'https://site.com:8443/'],
  `http://site.com/${'a'.repeat(2100)}`,
])('%s is no address that is asked', async (url) => {
  expect(await faultOf(url)).toBe('not-allowed')
  expect([asked, askedOfDns]).toEqual([[], []])
})

test.each([
  ...[
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '169.254.169.254',
    '10.1.2.3',
    '0',
    '2130706433',
  ],
  ...['0x7f000001', '127.1', '0177.0.0.1', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fd00::1]', '①②⑦.0.0.1'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local', 'metadata.google.internal', 'intranet'],
  ...['host.home.arpa', 'a.test', 'a.example'],
])('nobody asks at %s', async (host) => {
  expect(await faultOf(`http://${host}/`)).toBe('no-address')
  expect([asked, askedOfDns]).toEqual([[], []])
})

test.each(['tools.net', 'acme.tools.net', 'ACME.TOOLS.NET.', 'files.org', 'a.b.files.org'])(
  'nor at %s, which is ours',
  async (host) => {
    expect(await faultOf(`http://${host}/`)).toBe('not-allowed')
    expect([asked, askedOfDns]).toEqual([[], []])
  },
)

test('nor at an address of this very machine, public or not', async () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each!.map(({ address }) => address))
  expect(own.length).toBeGreaterThan(0)
  const hosts = own.map((address) => (address.includes(':') ? `[${address.replace(/%.*/, '')}]` : address))
  expect(await Promise.all(hosts.map((host) => faultOf(`http://${host}/`)))).toEqual(hosts.map(() => 'no-address'))
})

test('a name that leads inside, beside a public address too, is answered as one that nobody has', async () => {
  publish('A', 'inside.com', '10.0.0.7')
  publish('A', 'both.com', publicAddress)
  publish('AAAA', 'both.com', '::1')
  const hosts = ['inside.com', 'both.com', 'nobody.com']
  expect(await Promise.all(hosts.map((host) => faultOf(at('/', host))))).toEqual(hosts.map(() => 'no-address'))
  expect(connected).toEqual([])
})

test('a name that changes while it is asked gains nothing: it is asked once', async () => {
  publish('A', 'turns.com', publicAddress)
  const url = serve('/turns', (_, response) => response.end()).replace('site.com', 'turns.com')
  const turning = createOutbound({
    userAgent: 'a',
    ports,
    ownDomains: [],
    reach: () => ({ address: '127.0.0.1', family: 4 }) as const,
    async askDns(name, type) {
      const answer = await testDns(name, type)
      publish('A', 'turns.com', '127.0.0.1')
      return answer
    },
  })
  expect((await turning.fetch(url)).status).toBe(200)
  expect(askedOfDns).toEqual(['A turns.com', 'AAAA turns.com'])
})

test('each hop of a redirect is judged by itself, and carries nothing along', async () => {
  publish('A', 'inside.com', '192.168.1.1')
  serve('/end', (_, response) => response.end('there'))
  const to = [
    at('/end'),
    '/end',
    at('/end', 'inside.com'),
    'http://127.0.0.1/',
    'file:///etc/passwd',
    'http://a:b@site.com/',
  ]
  const found = await Promise.all(to.map((target, index) => faultOf(redirect(`/to${index}`, target))))
  expect(found).toEqual([200, 200, 'no-address', 'no-address', 'not-allowed', 'not-allowed'])
  expect(asked.filter(({ headers }) => headers.cookie ?? headers.referer)).toEqual([])
})

test('five redirects are followed and no sixth', async () => {
  for (let hop = 1; hop <= 6; hop++) redirect(`/hop${hop}`, `/hop${hop - 1}`)
  serve('/hop0', (_, response) => response.end())
  expect([await faultOf(at('/hop5')), await faultOf(at('/hop6'))]).toEqual([200, 'too-many-redirects'])
  expect(await faultOf(redirect('/round', '/round'))).toBe('too-many-redirects')
})

test('what a host sends is unpacked, and read no further than was asked for', async () => {
  const zeros = Buffer.alloc(5_000_000)
  const packed = (encoding: string, bytes: Buffer): RequestListener => {
    return (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes)
  }
  serve('/gzip', packed('gzip', gzipSync('words')))
  serve('/br', packed('br', brotliCompressSync('words')))
  serve('/bomb', packed('gzip', gzipSync(zeros)))
  serve('/twice', packed('gzip, gzip', gzipSync(gzipSync('words'))))
  serve('/broken', packed('gzip', Buffer.from('words')))
  serve('/long', (_, response) => response.end(zeros))
  serve('/endless', (_, response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(50_000)), 1)
    response.on('close', () => clearInterval(timer))
  })
  const read = (path: string) => outbound.fetch(at(path), { maxBytes: 100_000 }).then(({ body }) => body.toString())
  expect([await read('/gzip'), await read('/br')]).toEqual(['words', 'words'])
  const faults = ['/bomb', '/long', '/endless', '/twice', '/broken'].map((path) =>
    faultOf(at(path), { maxBytes: 100_000 }),
  )
  expect(await Promise.all(faults)).toEqual(['too-large', 'too-large', 'too-large', 'no-answer', 'no-answer'])
})

test('a host that is silent, talks without an end or never answers its name is left', async () => {
  publish('A', 'silent.com', 'never')
  serve('/silent', () => {})
  serve('/slow', (_, response) => {
    const timer = setInterval(() => response.write('a'), 5)
    response.on('close', () => clearInterval(timer))
  })
  const urls = [at('/silent'), at('/slow'), at('/', 'silent.com')]
  const faults = await Promise.all(urls.map((url) => faultOf(url, { withinMs: 300, maxBytes: 1e6 })))
  expect(faults).toEqual(['no-answer', 'no-answer', 'no-answer'])
})

test('who stops asking is answered at once', async () => {
  serve('/silent', () => {})
  expect(await faultOf(at('/silent'), { signal: AbortSignal.abort() })).toBe('no-answer')
})

test('a certificate that is nobody’s, a door that is shut and words that are no HTTP are told apart', async () => {
  const secure = `https://site.com:${portOf(tlsServer)}/`
  const shut = 'http://site.com:9/'
  serve('/noise', ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  const faults = await Promise.all([secure, shut, at('/noise')].map((url) => faultOf(url)))
  expect(faults).toEqual(['bad-certificate', 'refused', 'no-answer'])
})

test('what is there is found out by HEAD, and by GET where a host refuses that', async () => {
  const methods = () => asked.splice(0).map(({ method }) => method)
  const url = serve('/head', (_, response) => response.end())
  expect([(await outbound.probe(url)).status, methods()]).toEqual([200, ['HEAD']])
  const getOnly = serve('/get', ({ method }, response) => response.writeHead(method === 'GET' ? 200 : 405).end('words'))
  const { status, body } = await outbound.probe(getOnly)
  expect([status, body.length, methods()]).toEqual([200, 0, ['HEAD', 'GET']])
  const busy = serve('/busy', (_, response) => response.writeHead(429).end())
  expect([(await outbound.probe(busy)).status, methods()]).toEqual([429, ['HEAD']])
})

test('an address that is the operator’s own setting may lead inside, where the system says that it is', async () => {
  serve('/avatar', (_, response) => response.end('picture'))
  const answer = await outbound.fetch(at('/avatar', 'localhost'), { allowsPrivateNetwork: true, maxBytes: 100 })
  expect([answer.body.toString(), askedOfDns]).toEqual(['picture', []])
})
