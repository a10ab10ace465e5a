import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import tailwindcss from '@tailwindcss/vite'
import { build, type Rolldown } from 'vite'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A page that shows single components in a real browser, and its server with answers that a test sets. */
export type Stage = {
  address(scene: string): string
  /** Sets the answer of the server for a path. Unknown paths get a 404. */
  answer(path: string, answer: Answer): void
}

export const test = base.extend<{ stage: Stage; show: (scene: string) => Promise<void> }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const server = await startServer(await buildPage())
      await use(server)
      server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  stage: async ({ server }, use) => {
    server.answers.clear()
    await use({
      address: (scene) => `http://localhost:${server.port}/${scene}`,
      answer: (path, answer) => server.answers.set(path, answer),
    })
  },
  // Resets the state that Playwright keeps between the tests of a worker, because these tests share one window
  // (`reuseContext`).
  context: async ({ context }, use) => {
    await context.setOffline(false)
    await context.clearPermissions()
    await use(context)
  },
  page: async ({ page }, use) => {
    for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await page.keyboard.up(key)
    await page.mouse.up()
    // Moves the pointer to the corner, so that it hovers over no component.
    await page.mouse.move(0, 0)
    await use(page)
  },
  show: async ({ page, stage }, use) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await use(async (scene) => {
      await page.goto(stage.address(scene))
      await expect(page.getByRole('heading', { name: scene, exact: true })).toBeVisible()
    })
    // Ignores failed requests, because the browser also reports refusals that a test wants.
    expect(errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  },
})
export { expect }

export const json =
  (status: number, body: unknown): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export async function checkAccess(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Disables the rule `region`, because floating elements are outside the landmarks by design.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().disableRules('region').analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found).toEqual([])
}

type Files = Map<string, string | Uint8Array>
type Server = { port: number; answers: Map<string, Answer>; close: () => void }

async function buildPage(): Promise<Files> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [tailwindcss()],
    // Builds in development mode, so that React reports its warnings.
    define: { 'process.env.NODE_ENV': '"development"' },
    oxc: { jsx: { runtime: 'automatic', development: true } },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: 'test/components/page.tsx',
        output: { entryFileNames: 'page.js', assetFileNames: '[name][extname]' },
      },
    },
  })) as Rolldown.RolldownOutput
  return new Map(built.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]))
}

async function startServer(files: Files): Promise<Server> {
  const answers = new Map<string, Answer>()
  const styles = [...files.keys()].find((name) => name.endsWith('.css'))
  const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Components</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${styles}"></head><body><div id="page"></div><script type="module" src="/page.js"></script></body></html>`
  const listener: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [answer, file] = [answers.get(pathname), files.get(pathname)]
    if (answer) return answer(request, response)
    // Lets the browser cache the files, so that it does not compile the script again for each test.
    if (file !== undefined) return response.writeHead(200, { ...kept, 'content-type': typeOf(pathname) }).end(file)
    if (request.headers.accept?.includes('text/html'))
      return response.writeHead(200, { 'content-type': 'text/html' }).end(shell)
    response.writeHead(404).end()
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    answers,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const kept = { 'cache-control': 'max-age=86400, immutable' }
const typeOf = (path: string) =>
  ({ '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' })[extname(path)] ??
  'application/octet-stream'
