import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { uploaded } from '#test/upload.ts'
import { acme, platform, settings } from '#test/world.ts'

const lines: { level: number; msg: string; status?: number }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const build: ServerBuild = await import(new URL('server/index.js', buildFolder).href)
const app = await createApp({ ...platform, log }, { load: async () => build })
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
beforeEach(() => void lines.splice(0))

/** Sends the start of a request and closes the connection, as a browser does when its tab is closed. */
async function leave(head: string[], body = '', { afterFirstByte = false } = {}) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  if (afterFirstByte) await once(socket, 'data')
  else await setTimeout(30)
  socket.destroy()
}

const bearer = `Authorization: Bearer ${acme.agent.token}`
const host = `Host: ${settings.apiHost}`
const workspace = `Host: ${acme.domain}.${settings.rootDomain}`
const cookie = { cookie: `access_token=${acme.agent.token}` }
const large = await uploaded(acme.agent, { name: 'a', type: 'text/plain', bytes: Buffer.alloc(20_000_000) })
const download = new URL(signFileUrl(platform, { workspaceId: acme.id, fileId: large.id, use: 'download' })).pathname

test.each<[string, Parameters<typeof leave>]>([
  [
    'in the middle of what they send',
    [
      ['POST /api/v1/tickets HTTP/1.1', host, bearer, 'Content-Type: application/json', 'Content-Length: 900'],
      '{"subject":',
    ],
  ],
  [
    'in the middle of an upload',
    [
      [
        'POST /api/v1/files HTTP/1.1',
        ...[host, bearer, 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 90000'],
      ],
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'a'.repeat(30_000)}`,
    ],
  ],
  [
    'in the middle of an upload in pieces',
    [
      [
        'POST /api/v1/files HTTP/1.1',
        ...[host, bearer, 'Content-Type: multipart/form-data; boundary=x', 'Transfer-Encoding: chunked'],
      ],
      '30\r\n--x\r\nContent-Disposition: form-data; name="file"; ',
    ],
  ],
  [
    'in the middle of a form',
    [
      [
        'POST /auth/login HTTP/1.1',
        ...[`Host: ${settings.appHost}`, 'Sec-Fetch-Site: same-origin', 'Content-Length: 900'],
        'Content-Type: application/x-www-form-urlencoded',
      ],
      'email=',
    ],
  ],
  [
    'before their page is there',
    [['GET /service/tickets HTTP/1.1', workspace, `Cookie: access_token=${acme.agent.token}`]],
  ],
  [
    'before their page’s data is there',
    [['GET /admin/profile.data HTTP/1.1', workspace, `Cookie: access_token=${acme.agent.token}`]],
  ],
  [
    'in the middle of a download',
    [[`GET ${download} HTTP/1.1`, `Host: ${settings.filesHost}`], '', { afterFirstByte: true }],
  ],
  ['while they listen', [['GET /api/v1/events HTTP/1.1', host, bearer], '', { afterFirstByte: true }]],
])('whoever goes away %s is no error of ours', async (_, leaving) => {
  await leave(...leaving)
  // Waits as long as a page request takes, because nothing signals the end of the broken request.
  await app.inject({ url: '/service/tickets', headers: { host: `${acme.domain}.${settings.rootDomain}`, ...cookie } })
  await setTimeout(300)
  expect(lines.filter(({ level, status = 0 }) => level > 40 || status >= 500)).toEqual([])
})
