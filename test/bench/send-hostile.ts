import { parentPort, workerData } from 'node:worker_threads'
import { Agent, FormData } from 'undici'
import { avifClaiming, gifOf, nested, pngClaiming } from '#test/hostile-pictures.ts'

// Uploads hostile pictures one after another from the message "send" until "rest", then reports their number. Uploads
// each picture once before it reports ready, so that the picture processes have started.
const { port, token } = workerData as { port: number; token: string }
const agent = new Agent({ connections: 1 })
const pictures: [string, string, Buffer][] = [
  ['huge.png', 'image/png', pngClaiming(30_000, 30_000, true)],
  ['frames.gif', 'image/gif', gifOf(65_000, 100)],
  ['claim.avif', 'image/avif', await avifClaiming(60_000)],
  ['endless.svg', 'image/svg+xml', Buffer.from(nested(24))],
]
let isSending = false
let turn = 0

/** Accepts the statuses 422 and 503. Any other answer ends the benchmark. */
async function sendNext() {
  const [name, type, bytes] = pictures[turn % pictures.length]!
  turn += 1
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const answer = await agent.request({
    origin: `http://127.0.0.1:${port}`,
    path: '/api/v1/media',
    method: 'POST',
    body,
    headers: { host: 'api.startuptools.localhost', authorization: `Bearer ${token}` },
  })
  await answer.body.dump()
  if (![422, 503].includes(answer.statusCode)) throw new Error(`${name} was answered ${answer.statusCode}`)
}

parentPort!.on('message', async (wish: 'send' | 'rest') => {
  isSending = wish === 'send'
  if (!isSending) return
  const first = turn
  while (isSending) await sendNext()
  parentPort!.postMessage(turn - first)
})
for (const _ of pictures) await sendNext()
parentPort!.postMessage(0)
