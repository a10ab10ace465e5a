import { globSync, readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Paths of the configuration files for other programs. */
export const recipes = globSync('deploy/**').filter((file) => statSync(file).isFile())
const readRecipe = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
export const readExampleEnvironment = () => parseEnv(readRecipe('example.env')) as Record<string, string>

/** A directive of nginx or Caddy: `listen 443 ssl;`, or with a block, `location / { … }`. */
type Directive = { name: string; words: string[]; block: Directive[] }

export const readNginx = () => parseDirectives(readRecipe('nginx.conf'), ';')
export const readCaddyfile = () => parseDirectives(readRecipe('Caddyfile'), '\n')

/** Finds all directives of a name at any depth, with their blocks. */
export const findDirectives = (directives: Directive[], name: string): Directive[] =>
  directives.flatMap((directive) => [
    ...(directive.name === name ? [directive] : []),
    ...findDirectives(directive.block, name),
  ])

/** Returns the words of the only directive of a name. Throws if there is not exactly one. */
export function saidBy(directives: Directive[], name: string): string {
  const found = findDirectives(directives, name)
  if (found.length !== 1) throw new Error(`${name} stands ${found.length} times`)
  return found[0]!.words.join(' ')
}

function parseDirectives(text: string, end: ';' | '\n'): Directive[] {
  const open: Directive[][] = [[]]
  let line: string[] = []
  const take = (block: Directive[]) => {
    const [name, ...words] = line
    line = []
    if (name !== undefined) open.at(-1)!.push({ name, words, block })
    return block
  }
  for (const word of wordsOf(text, end)) {
    if (word === end) take([])
    else if (word === '{') open.push(take([]))
    else if (word !== '}') line.push(word.replace(/^(["'])(.*)\1$/, '$2'))
    else if (line.length > 0 || open.length === 1) throw new Error(`A block ends in the wrong place: ${line.join(' ')}`)
    else open.pop()
  }
  if (line.length > 0 || open.length > 1) throw new Error('The file ends within a block or a directive')
  return open[0]!
}

function wordsOf(text: string, end: ';' | '\n'): string[] {
  const withoutComments = text.replace(/(^|[ \t])#.*/gm, '')
  const words = end === ';' ? withoutComments.replaceAll('\n', ' ') : withoutComments
  return words.match(/"[^"]*"|'[^']*'|[;\n]|[^\s;"']+/g) ?? []
}

/** Returns the lines of a systemd unit with their sections. */
export function readUnit(name: string): { section: string; key: string; value: string }[] {
  let section = ''
  return lines(readRecipe(name)).flatMap((line) => {
    const heading = /^\[(\w+)\]$/.exec(line)
    if (heading) section = heading[1]!
    if (heading) return []
    const [, key, value] = /^([A-Z]\w+)=(.*)$/.exec(line) ?? []
    if (!section || key === undefined || value === undefined) throw new Error(`${name}: "${line}" is no line of a unit`)
    return [{ section, key, value }]
  })
}

/** Returns the parameters of Postfix. Fills in the values of other parameters that they name. */
export function readPostfix(): Record<string, string> {
  const joined = lines(readRecipe('postfix/main.cf').replace(/\n[ \t]+/g, ' '))
  const parameters: Record<string, string> = {}
  for (const line of joined) {
    const [, name, value] = /^(\w+) = (.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`"${line}" is no line of main.cf`)
    if (name in parameters) throw new Error(`${name} stands twice`)
    parameters[name] = value
  }
  const fill = (value: string): string =>
    value.replace(/\$(\w+)/g, (all, name) => fill(parameters[name] ?? all.slice(1)))
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, fill(value)]))
}

/** Returns the user and the command of each cron job. */
export const readCron = () =>
  lines(readRecipe('startup-tools.cron'))
    .filter((line) => !/^[A-Z]+=/.test(line))
    .map((line) => {
      const [, user, command] = /^(?:[\d*/,-]+ ){5}(\S+) (.+)$/.exec(line) ?? []
      if (!user || !command) throw new Error(`"${line}" is no job of cron`)
      return { user, command }
    })

const lines = (text: string) =>
  text.split('\n').flatMap((line) => (line.trim() === '' || /^\s*#/.test(line) ? [] : [line.trimEnd()]))

const units: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, mib: 1024 ** 2, s: 1000, min: 60_000 }

/** Converts an amount such as `256m` or `60s` to bytes or milliseconds. */
export function amountOf(text: string): number {
  const [, number, unit] = /^(\d+)([a-z]*)$/i.exec(text) ?? []
  const factor = units[(unit ?? '-').toLowerCase()]
  if (factor === undefined) throw new Error(`"${text}" is no amount`)
  return Number(number) * factor
}
