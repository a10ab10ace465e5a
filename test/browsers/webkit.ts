import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Automation, type InputSource, MissingBrowser } from './automation.ts'
import { startErrorProxy } from './error-proxy.ts'
import { findProgram, freePort, startProgram, untilPrinted } from './processes.ts'

const packages = 'webkit2gtk-driver xvfb'

/** Starts WebKit's MiniBrowser on a virtual display and controls it by classic WebDriver. */
export async function launchWebKit(sitePort: number): Promise<Automation> {
  const driverPath = findProgram('WebKitWebDriver')
  if (!driverPath) throw new MissingBrowser('WebKit', packages)
  const displayPath = findProgram('Xvfb')
  if (!displayPath) throw new MissingBrowser('The display that WebKit needs', packages)
  const home = mkdtempSync(join(tmpdir(), 'startup-tools-webkit-'))
  makeToolbarNarrow(home)
  const displayArgs = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const display = startProgram(displayPath, displayArgs, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = await untilPrinted(display.child, display.child.stdio[3] as NodeJS.ReadableStream, /(\d+)\n/)
  const proxy = await startErrorProxy(sitePort)
  const port = await freePort()
  const driver = startProgram(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${number}`,
      GDK_BACKEND: 'x11',
      HOME: home,
      XDG_CONFIG_HOME: home,
      LANG: 'C.UTF-8',
    },
  })
  const end = async () => {
    await driver.end()
    await display.end()
    await proxy.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    return await drive(await openSession(port, proxy.port), { takeErrors: proxy.takeErrors, end })
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * Makes the toolbar of MiniBrowser narrow, because a window cannot be narrower than its toolbar. By default, the
 * toolbar is wider than a phone.
 */
function makeToolbarNarrow(home: string) {
  mkdirSync(join(home, 'gtk-3.0'))
  const css = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 4px }'
  writeFileSync(join(home, 'gtk-3.0', 'gtk.css'), css)
}

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

async function openSession(port: number, proxyPort: number): Promise<Send> {
  const send: Send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (!answer.ok) throw new Error(`WebKit: ${value?.error}: ${value?.message}`)
    return value
  }
  await untilListening(send)
  const wanted = {
    proxy: { proxyType: 'manual', httpProxy: `127.0.0.1:${proxyPort}` },
    'webkitgtk:browserOptions': { args: ['--automation'] },
  }
  const { sessionId } = (await send('POST', '/session', { capabilities: { alwaysMatch: wanted } })) as {
    sessionId: string
  }
  return (method, path, body) => send(method, `/session/${sessionId}${path}`, body)
}

async function untilListening(send: Send) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await send('GET', '/status').catch(() => null)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('WebKitWebDriver did not start')
}

type Ended = { takeErrors: () => string[]; end: () => Promise<void> }

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

async function drive(send: Send, { takeErrors, end }: Ended): Promise<Automation> {
  const evaluate = (expression: string) => send('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
  return {
    goto: async (url) => {
      await send('POST', '/url', { url })
    },
    evaluate,
    perform: async (sources: InputSource[]) => {
      await send('POST', '/actions', { actions: sources })
      await send('DELETE', '/actions')
    },
    chooseFiles: async (selector, paths) => {
      const found = { using: 'css selector', value: selector }
      const element = (await send('POST', '/element', found)) as Record<string, string>
      await send('POST', `/element/${element[elementKey]}/value`, { text: paths.join('\n') })
    },
    // Makes the window higher than the page by the height of the toolbar.
    resize: async (width, height) => {
      await send('POST', '/window/rect', { width, height })
      const inner = (await evaluate('innerHeight')) as number
      await send('POST', '/window/rect', { width, height: 2 * height - inner })
      const is = await evaluate('[innerWidth, innerHeight]')
      if (String(is) !== String([width, height]))
        throw new Error(`WebKit's page is ${is} instead of ${width},${height}`)
    },
    takeErrors,
    takeScreenshot: async () => Buffer.from(String(await send('GET', '/screenshot')), 'base64'),
    close: end,
  }
}
