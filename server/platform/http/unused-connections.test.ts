import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { sendBroken } from './problems.ts'

const server = createServer({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 50 })
server.on('clientError', sendBroken)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

/** Opens a connection, sends the text, and returns all that arrives until the server closes the connection. */
async function answerTo(sent: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  if (sent) socket.write(sent)
  return text(socket)
}

test('a connection on which a browser sends nothing is closed without an answer', async () => {
  expect(await answerTo('')).toBe('')
})

test('a request that does not arrive as a whole is answered', async () => {
  const answer = await answerTo('GET / HTTP/1.1\r\nHost:')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('"code":"cut-short"')
})
