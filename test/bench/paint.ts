import { type Browser, chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '#test/browser.ts'
import { middle, rounds } from './compare.ts'
import { type BenchSetup, leastShare } from './place.ts'
import { plantArticles } from './plant-articles.ts'
import { publicPages } from './public-pages.ts'
import { makeWords } from './words.ts'

const wantedMs = 1000
/** Simulates a phone: a quarter of the speed of this processor, and the delays of Lighthouse's slow 4G. */
const phone = { width: 390, height: 844, slowedCpu: 4 }
const slow4G = { latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }

/**
 * Prints when the largest part of each public page is painted on a phone with an empty cache, and returns those that
 * are too late.
 */
export async function measurePaint({ databaseUrl, ports }: BenchSetup): Promise<string[]> {
  const planted = await plantArticles({ databaseUrl, port: ports.product, count: 500, words: makeWords() })
  const executablePath = findBrowser()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserFlags })
  console.log(`\nLargest contentful paint, processor slowed 4 times, slow 4G, the middle of ${rounds} rounds`)
  const missed: string[] = []
  for (const [name, url] of Object.entries(publicPages(planted, ports.product))) {
    // Ignores the first load, because it includes the start of the browser and the server.
    await paintOf(browser, url)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await paintOf(browser, url))
    const ms = middle(times)
    console.log(
      `${name.padEnd(32)}${ms.toFixed(0)} ms   target ${wantedMs} ms: ${ms < wantedMs ? 'reached' : 'missed'}`,
    )
    if (ms * leastShare >= wantedMs) missed.push(`largest paint of ${name}`)
  }
  await browser.close()
  return missed
}

async function paintOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: phone.width, height: phone.height } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4G })
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.slowedCpu })
  await page.goto(url, { waitUntil: 'networkidle' })
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime))
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  await context.close()
  return ms
}
