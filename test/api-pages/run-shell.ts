import { readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, extname, join } from 'node:path'
import { admin } from '#test/copy-world.ts'
import { app } from '#test/world.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }
type Variables = Record<string, string>
type Call = { method: string; url: URL; headers: Record<string, string>; body: string | Buffer | undefined }

/**
 * Runs the `curl`, `export` and `npm run admin` lines of a shell block. Returns the answer of the `curl` in the
 * background, otherwise of the last `curl`.
 * A line such as `export CODE=…` means that the reader copies the value: $CODE is the code that a command printed, and
 * $TOKEN is the token of an answer.
 */
export async function runShell(text: string, variables: Variables, folder: string): Promise<Answer | null> {
  let answer: Answer | null = null
  let stream: Promise<Answer> | null = null
  for (const line of commandsOf(text)) {
    const [, name, admins, value] = /^export (\w+)=(?:\$\(npm run -s admin -- (.*)\)|(.*))$/.exec(line) ?? []
    if (value?.startsWith('…')) wordsOf(`$${name}`, variables)
    else if (name)
      variables[name] = admins ? await admin(...wordsOf(admins, variables)) : wordsOf(value!, variables)[0]!
    else if (line.startsWith('npm run admin -- ')) {
      const printed = await admin(...wordsOf(line, variables).slice(4))
      Object.assign(variables, { CODE: /^\d{6}/.exec(printed)?.[0] ?? variables.CODE })
    } else if (line.startsWith('curl ') && line.endsWith(' &')) {
      const call = await readCurl(wordsOf(line, variables).slice(1, -1), folder)
      await new Promise<void>((opened) => {
        stream = send(call, opened)
      })
    } else if (line.startsWith('curl ')) {
      answer = await send(await readCurl(wordsOf(line, variables).slice(1), folder))
      Object.assign(variables, { TOKEN: /"accessToken":"([^"]+)/.exec(answer.body)?.[1] ?? variables.TOKEN })
    } else if (!skipped.test(line)) throw new Error(`The test does not know how to run: ${line}`)
  }
  return stream ?? answer
}

/** Matches commands that only a person needs to run. */
const skipped = /^(npm (start|install)|npx|sleep) ?/

/**
 * Splits a shell block into commands, one for each line. A line break in quotes or after a backslash does not end a
 * command.
 */
const commandsOf = (text: string) =>
  text
    .replaceAll('\\\n', ' ')
    .match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\n'"])+/g)!
    .map((line) => line.replace(/(^| )# .*$/, '').trim())
    .filter(Boolean)

/** Splits a command into words as a shell does. Fills in variables outside single quotes. */
function wordsOf(line: string, variables: Variables): string[] {
  const fill = (text: string) =>
    text.replace(/\$(\w+)/g, (_, name: string) => {
      if (variables[name] === undefined) throw new Error(`Nothing sets $${name}: ${line}`)
      return variables[name]
    })
  return [...line.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|([^'"]+)/g, (_, literal, quoted, plain) => {
      if (literal !== undefined) return literal
      return quoted === undefined ? fill(plain) : fill(quoted).replace(/\\(["\\$])/g, '$1')
    }),
  )
}

async function readCurl(words: string[], folder: string): Promise<Call> {
  const headers: Record<string, string> = {}
  const form = new FormData()
  const query = new URLSearchParams()
  let [method, address, body]: (string | undefined)[] = []
  let isGlobbing = true
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    const value = () => words[++index]!
    if (word === '-X') method = value()
    else if (word === '-I') method = 'HEAD'
    else if (word === '-H') {
      const [, name, content] = /^([\w-]+): (.*)$/.exec(value())!
      headers[name!.toLowerCase()] = content!
    } else if (word === '--json') {
      body = value()
      Object.assign(headers, { 'content-type': 'application/json', accept: 'application/json' })
    } else if (word === '-F') {
      const [, name, content] = /^([^=]+)=(.*)$/.exec(value())!
      if (!content!.startsWith('@')) form.append(name!, content!)
      else form.append(name!, readFile(join(folder, content!.slice(1))))
    } else if (word === '--data-urlencode') {
      const [, name, content] = /^(\w+)=(.*)$/s.exec(value())!
      query.append(name!, content!)
    } else if (word === '-g') isGlobbing = false
    else if (/^-s?o$/.test(word)) value()
    else if (/^-[gisNG]+$/.test(word)) isGlobbing &&= !word.includes('g')
    else if (word.startsWith('-') || address) throw new Error(`The test does not know this of curl: ${word}`)
    else address = word
  }
  if (isGlobbing && /[[\]{}]/.test(address!)) throw new Error(`curl needs -g for ${address}`)
  const url = new URL(address!)
  for (const [name, content] of query) url.searchParams.append(name, content)
  if ([...form.keys()].length === 0) return { method: method ?? (body ? 'POST' : 'GET'), url, headers, body }
  const upload = new Response(form)
  headers['content-type'] = upload.headers.get('content-type')!
  return { method: method ?? 'POST', url, headers, body: Buffer.from(await upload.arrayBuffer()) }
}

/** Reads a file with the name and type that `curl` sends. */
const readFile = (path: string) =>
  new File([readFileSync(path)], basename(path), { type: types[extname(path)] ?? 'application/octet-stream' })

const types: Record<string, string> = { '.png': 'image/png', '.txt': 'text/plain' }

/** Sends a call to the server of the tests, whatever port its URL has. Reads a stream only up to its first event. */
async function send({ method, url, headers, body }: Call, opened = () => {}): Promise<Answer> {
  const { port } = app.server.address() as AddressInfo
  const path = `${url.pathname}${url.search}`
  const options = { host: '127.0.0.1', port, path, method, headers: { ...headers, host: url.host } }
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (response) => {
      opened()
      let text = ''
      const isStream = response.headers['content-type']?.startsWith('text/event-stream')
      const answer = () => ({ status: response.statusCode!, headers: response.headers, body: text })
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (isStream && /^data: .*\n\n/m.test(text)) outgoing.destroy()
      })
      response.on('close', () => resolve(answer()))
    })
    outgoing.on('error', reject).end(body)
  })
}
