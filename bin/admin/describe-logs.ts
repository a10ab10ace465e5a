import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeError, levelNumbers } from '#server/platform/log.ts'
import { levels } from '#server/platform/settings/environment.ts'
import { drawPart } from './draw-part.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type LogLine = { level: string; message: string; fields: Set<string> }

export function drawLogs(page: string): string {
  const rows = listLines().map(
    ({ level, message, fields }) =>
      `| \`${level}\` | ${message} | ${[...fields].map((field) => `\`${field}\``).join(', ')} |\n`,
  )
  const numbers = levels
    .filter((level) => Number.isFinite(levelNumbers[level]))
    .map((level) => `\`${level}\` is ${levelNumbers[level]}`)
  const ofError = Object.keys(describeError(new Error('', { cause: new Error() }))).map((name) => `\`${name}\``)
  const head = `\`level\` is a number: ${numbers.join(', ')}. \`LOG_LEVEL\` sets the lowest level that
is logged, and \`silent\` logs nothing. \`err\` can contain ${ofError.join(', ')}.

| Level | \`msg\` | Fields |
|---|---|---|
`
  return drawPart(page, 'logs', head + rows.join(''))
}

const call = /\b(?:log|jobLog)\.(trace|debug|info|warn|error|fatal)\(/g
const rest = /^\s*(?:(?<object>\{[^{}]*\})|(?<name>\w+))?\s*,?\s*'(?<message>(?:[^'\\]|\\.)+)',?\s*\)/

// Lists log lines, the most serious first. Throws for a log call in an unknown form, because the table would lack it.
function listLines(): LogLine[] {
  const lines = new Map<string, LogLine>()
  for (const file of globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const { 0: found, 1: level, index } of text.matchAll(call)) {
      const groups = rest.exec(text.slice(index + found.length))?.groups
      if (!groups)
        throw new Error(`${file} calls the log in another form: pass an object or a name, and a message in quotes`)
      const { object, name, message = '' } = groups
      const key = `${level} ${message}`
      const line = lines.get(key) ?? { level: level!, message, fields: new Set() }
      for (const field of namesIn(object ?? objectCalled(text, name))) line.fields.add(field)
      lines.set(key, line)
    }
  }
  const gravity = (level: string) => levels.map(String).indexOf(level)
  return [...lines.values()].toSorted((a, b) => gravity(a.level) - gravity(b.level) || (a.message < b.message ? -1 : 1))
}

const objectCalled = (text: string, name: string | undefined) =>
  name ? (new RegExp(`const ${name} = (\\{[^{}]*\\})`).exec(text)?.[1] ?? '') : ''

const namesIn = (object: string) =>
  object
    .slice(1, -1)
    .split(',')
    .map((part) => part.split(':')[0]!.trim())
    .filter((name) => /^\w+$/.test(name) && !/^\d/.test(name))
