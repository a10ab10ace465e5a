import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Automation, type InputSource, MissingBrowser } from './automation.ts'
import { findProgram, startProgram, untilPrinted } from './processes.ts'
import { watchErrors } from './watch-errors.ts'

/** Starts Firefox without a window and controls it by WebDriver BiDi, which needs no driver program. */
export async function launchFirefox(): Promise<Automation> {
  const path = findProgram('firefox-esr', 'firefox')
  if (!path) throw new MissingBrowser('Firefox', 'firefox-esr')
  const profile = mkdtempSync(join(tmpdir(), 'startup-tools-firefox-'))
  writeFileSync(join(profile, 'user.js'), preferences)
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank']
  const firefox = startProgram(path, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
  })
  const end = async () => {
    await firefox.end()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const address = await untilPrinted(firefox.child, firefox.child.stderr!, /WebDriver BiDi listening on (ws:\S+)/)
    return await drive(await connect(`${address}/session`), end)
  } catch (error) {
    await end()
    throw error
  }
}

/** Prevents requests of Firefox to the internet. */
const preferences = Object.entries({
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.update.auto': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.security.https_first': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-GB, en',
  'toolkit.telemetry.enabled': false,
})
  .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)})\n`)
  .join('')

type Send = (method: string, params: object) => Promise<Record<string, unknown>>
type Connection = { send: Send; takeErrors: () => string[] }

/** Sends commands of WebDriver BiDi over one socket. The answers can come in any order. */
async function connect(url: string): Promise<Connection> {
  const errors: string[] = []
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${url}`)))
  })
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, method, params, result, message } = JSON.parse(String(data))
    if (type === 'event') return void errors.push(...errorsIn(method, params))
    const answer = waiting.get(id)
    waiting.delete(id)
    if (type === 'success') answer?.resolve(result)
    else answer?.reject(new Error(`Firefox: ${message}`))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox ended'))
  })
  let last = 0
  const send: Send = (method, params) => {
    last += 1
    const answer = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(last, answer)
    socket.send(JSON.stringify({ id: last, method, params }))
    return answer.promise
  }
  return { send, takeErrors: () => errors.splice(0) }
}

/** Returns the errors that a browser event reports. */
// biome-ignore lint/suspicious/noExplicitAny: events of every kind
function errorsIn(method: string, params: any): string[] {
  if (method === 'script.message') return [params.data.value]
  const { request, response } = params
  return response?.status >= 500 ? [`${request.method} ${request.url} was answered ${response.status}`] : []
}

async function drive({ send, takeErrors }: Connection, end: () => Promise<void>): Promise<Automation> {
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['script.message', 'network.responseCompleted'] })
  await send('script.addPreloadScript', {
    functionDeclaration: String(watchErrors),
    arguments: [{ type: 'channel', value: { channel: 'errors' } }],
  })
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const { context } = contexts[0]!
  const evaluate = async (expression: string, settings: object = {}) => {
    const params = { expression, target: { context }, awaitPromise: true, ...settings }
    const { type, result, exceptionDetails } = (await send('script.evaluate', params)) as {
      type: string
      result: Record<string, unknown>
      exceptionDetails: { text: string }
    }
    if (type === 'exception') throw new Error(exceptionDetails.text)
    return result
  }
  return {
    goto: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async (expression) => {
      const { value } = await evaluate(`(async () => JSON.stringify((await (${expression})) ?? null))()`)
      return JSON.parse(String(value))
    },
    perform: async (sources: InputSource[]) => {
      await send('input.performActions', { context, actions: sources })
      await send('input.releaseActions', { context })
    },
    chooseFiles: async (selector, files) => {
      const { sharedId } = await evaluate(`document.querySelector(${JSON.stringify(selector)})`)
      await send('input.setFiles', { context, element: { sharedId }, files })
    },
    resize: async (width, height) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    takeErrors,
    takeScreenshot: async () => {
      const { data } = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(String(data), 'base64')
    },
    close: end,
  }
}
