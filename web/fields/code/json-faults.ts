export type JsonFault = { line: number; text: string }

/** Patterns of the JSON tokens (RFC 8259) and of the end of the text. */
const sorts = [
  String.raw`([{}[\],:])`,
  String.raw`("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")`,
  String.raw`(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b)`,
  '$',
]
const token = new RegExp(sorts.join('|'), 'y')

const space = new Set<string | undefined>([' ', '\t', '\r', '\n'])

type OpenBracket = { opener: '{' | '['; line: number }
type ExpectedToken = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing'

/** Finds the first fault of a JSON text. `JSON.parse` does not give a position in all browsers. */
export function findJsonFault(text: string): JsonFault | null {
  const open: OpenBracket[] = []
  let next: ExpectedToken = 'value'
  let line = 1
  for (let at = 0; ; ) {
    for (; space.has(text[at]); at += 1) if (text[at] === '\n') line += 1
    token.lastIndex = at
    const match = token.exec(text)
    if (!match) return { line, text: strangeness(text.slice(at)) }
    const [, sign, string, literal] = match
    if (!sign && !string && !literal)
      return open.length > 0 || next !== 'nothing' ? unfinished(open.at(-1), line) : null
    const moved = step(
      next,
      { sign, isName: string !== undefined, isValue: string !== undefined || literal !== undefined },
      open,
    )
    if (!moved) return { line, text: wanted(next, match[0]) }
    if (sign === '{' || sign === '[') open.push({ opener: sign, line })
    next = moved
    at = token.lastIndex
  }
}

type Token = { sign: string | undefined; isName: boolean; isValue: boolean }

function step(next: ExpectedToken, { sign, isName, isValue }: Token, open: OpenBracket[]): ExpectedToken | null {
  const opener = open.at(-1)?.opener
  const after = (left: number): ExpectedToken => (left === 0 ? 'nothing' : 'comma or end')
  const mayClose = next === 'comma or end' || next === 'value or end' || next === 'name or end'
  if (mayClose && sign === (opener === '{' ? '}' : ']')) {
    open.pop()
    return after(open.length)
  }
  if (next === 'value' || next === 'value or end') {
    if (isValue) return after(open.length)
    return sign === '{' ? 'name or end' : sign === '[' ? 'value or end' : null
  }
  if (next === 'name' || next === 'name or end') return isName ? 'colon' : null
  if (next === 'colon') return sign === ':' ? 'value' : null
  if (next === 'comma or end' && sign === ',') return opener === '{' ? 'name' : 'value'
  return null
}

const closers = { '{': '}', '[': ']' }

const unfinished = (opened: OpenBracket | undefined, line: number): JsonFault =>
  opened
    ? { line: opened.line, text: `the ${opened.opener} of this line has no ${closers[opened.opener]}` }
    : { line, text: 'a value is missing' }

function wanted(next: ExpectedToken, found: string): string {
  const shown = found.length > 20 ? `${found.slice(0, 20)}…` : found
  if (next === 'nothing') return `remove ${shown}: nothing may follow the value`
  if (next === 'colon') return `write a colon before ${shown}`
  if (next === 'comma or end') return `write a comma before ${shown}`
  if (next === 'name' || next === 'name or end')
    return found === '}' ? 'remove the comma before }' : `write a name in double quotes, not ${shown}`
  return found === ']' || found === '}' ? `a value is missing before ${found}` : `write a value, not ${shown}`
}

function strangeness(rest: string): string {
  if (rest.startsWith('"'))
    return 'this text has no closing quote, or has a \\ or a line break that JSON does not allow'
  if (rest.startsWith("'")) return 'write texts in double quotes'
  if (rest.startsWith('//') || rest.startsWith('/*')) return 'remove the comment, because JSON does not allow comments'
  return `${/^[\w.+-]{1,20}|^./su.exec(rest)?.[0] ?? 'this'} is not a JSON value`
}

/** Matches numbers and strings. Strings are matched, too, so that numbers inside them are skipped. */
const parts = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

/** Finds the first number that programs cannot read exactly, for example with more than 16 digits. */
export function findLostNumber(text: string): JsonFault | null {
  for (const { 0: part, index } of text.matchAll(parts))
    if (!part.startsWith('"') && isLost(part)) {
      const line = text.slice(0, index).split('\n').length
      return { line, text: `Line ${line}: ${part} has too many digits for a number. Write it as text: "${part}".` }
    }
  return null
}

function isLost(written: string): boolean {
  const read = Number(written)
  return (Number.isInteger(read) && !Number.isSafeInteger(read)) || digitsOf(written) !== digitsOf(String(read))
}

// Returns the digits of a number without zeros at the start and end. The result is the same for 1.50, 1.5 and 15e-1.
const digitsOf = (number: string) =>
  number
    .replace(/e.*/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
