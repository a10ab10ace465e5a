import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { Agent, FormData } from 'undici'
import { compare, tellRatio, tellTime } from './compare.ts'
import { measureHostile } from './content-hostile.ts'
import { load, type Measured, type Target } from './load.ts'
import type { BenchSetup } from './place.ts'

const wanted = { kept: 0.5, madeMs: 400 }
const pictureCount = 40
const api = 'api.startuptools.localhost'

type Planted = { token: string; key: string; domain: string; slugOf: (number: number) => string }

/**
 * Measures pictures of 4,000 × 3,000 pixels, scaled to a width of 800. Compares stored ones with a static file, and
 * also measures new ones.
 */
export async function measurePictures(place: BenchSetup, planted: Planted): Promise<string[]> {
  const { ports, dataDir } = place
  const pictures = await addPictures(ports.product, planted.token)
  const own = { port: ports.product, host: `${planted.domain}.startuptools.localhost` }
  const variant = (url: string, format: string) => `${new URL(url).pathname}?w=800&format=${format}`
  const making = (format: string): Target => {
    let turn = 0
    return {
      ...own,
      name: 'a picture for the first time',
      next() {
        turn += 1
        return { method: 'GET', path: variant(pictures[turn - 1]!, format) }
      },
    }
  }
  const reading: Target = {
    port: ports.product,
    host: api,
    token: planted.key,
    name: 'an entry',
    next: () => ({
      method: 'GET',
      path: `/api/v1/content/posts/${planted.slugOf(Math.floor(Math.random() * 10_000))}`,
    }),
  }
  const alone = await load(reading, { inFlight: 8, count: 4000 })
  const amount = { inFlight: 2, count: pictureCount }
  const [made, meanwhile] = await besides(() => load(making('webp'), amount), reading)
  const asAvif = await load(making('avif'), amount)

  const kept = variant(pictures[0]!, 'webp')
  const bytes = await fetchBytes(own, kept)
  writeFileSync(join(dataDir, 'variant.webp'), bytes)
  place.start(['test/bench/bare-file.ts', dataDir, String(ports.bareFile)])
  await place.waitFor(ports.bareFile, '/variant.webp')
  const ratio = await compare(
    { ...own, name: 'a kept picture', next: () => ({ method: 'GET', path: kept }) },
    {
      port: ports.bareFile,
      host: '127.0.0.1',
      name: 'a bare file',
      next: () => ({ method: 'GET', path: '/variant.webp' }),
    },
  )
  console.log(
    `${'an entry while they are made'.padEnd(32)}p95 ${meanwhile.p95.toFixed(1)} ms   alone ${alone.p95.toFixed(1)} ms`,
  )
  const hostile = await measureHostile({
    port: ports.product,
    pid: place.product.pid!,
    token: planted.token,
    others: reading,
  })
  return [
    ...hostile,
    tellRatio(`a kept picture of ${Math.round(bytes.length / 1024)} kB`, ratio, wanted.kept),
    tellTime('a picture made, 2 at once', made, wanted.madeMs),
    tellTime('the same as AVIF, nothing else', asAvif, wanted.madeMs),
  ].flatMap((missed) => missed ?? [])
}

/** Runs `work` and measures the requests of `reading` at the same time. */
async function besides(work: () => Promise<Measured>, reading: Target): Promise<[Measured, Measured]> {
  const isDone = work()
  const others = await load(reading, { inFlight: 8, count: 4000 })
  return [await isDone, others]
}

async function addPictures(port: number, token: string): Promise<string[]> {
  const agent = new Agent({ connections: 1 })
  const urls: string[] = []
  for (let number = 0; number < pictureCount; number += 1) {
    const photograph = await drawPhotograph()
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(photograph)], { type: 'image/jpeg' }), `picture-${number}.jpg`)
    const answer = await agent.request({
      origin: `http://127.0.0.1:${port}`,
      path: '/api/v1/media',
      method: 'POST',
      body,
      headers: { host: api, authorization: `Bearer ${token}` },
    })
    const { items } = (await answer.body.json()) as { items: { url: string }[] }
    if (!items?.[0]) throw new Error('A picture was not taken')
    urls.push(items[0].url)
  }
  await agent.close()
  return urls
}

/** Draws a picture with large gradients and fine details, as in a photograph. Each picture is different. */
async function drawPhotograph(): Promise<Buffer> {
  const [large, middle, grain] = await Promise.all([drawNoise(24, 70), drawNoise(160, 25), drawNoise(800, 9)])
  return sharp(large)
    .composite([
      { input: middle!, blend: 'overlay' },
      { input: grain!, blend: 'overlay' },
    ])
    .jpeg({ quality: 88 })
    .toBuffer()
}

async function drawNoise(across: number, sigma: number): Promise<Buffer> {
  const size = { width: across, height: Math.round(across * 0.75), channels: 3 as const, background: '#000' }
  const noise = await sharp({ create: { ...size, noise: { type: 'gaussian', mean: 128, sigma } } })
    .png()
    .toBuffer()
  return sharp(noise).resize(4000, 3000, { fit: 'fill' }).png({ compressionLevel: 1 }).toBuffer()
}

async function fetchBytes({ port, host }: Pick<Target, 'port' | 'host'>, path: string): Promise<Buffer> {
  const agent = new Agent()
  const answer = await agent.request({ origin: `http://127.0.0.1:${port}`, path, method: 'GET', headers: { host } })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  await agent.close()
  if (answer.statusCode !== 200) throw new Error(`A picture was answered ${answer.statusCode}`)
  return bytes
}
