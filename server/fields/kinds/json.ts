import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'
import { checkBySchema } from '#server/fields/kinds/json-schema.ts'

const mostBytes = 200_000
const mostDepth = 40

export const json = rule({
  name: 'json',
  cell: 'none',
  check(value, { schema }) {
    if (depthOf(value) > mostDepth) return wrong(`Nest at most ${mostDepth} levels deep`)
    const long = longNumberIn(value)
    if (long !== undefined) return wrong(`The number ${long} has too many digits. Send it as text.`)
    const written = JSON.stringify(value)
    if (written === undefined) return wrong('Enter valid JSON')
    if (written.length > mostBytes) return wrong(`Use at most ${mostBytes.toLocaleString('en')} characters`)
    // PostgreSQL cannot store U+0000, and U+0001 marks references in rendered values.
    if (/\\u000[01]/.test(written)) return wrong('Control characters are not allowed')
    const fault = schema ? checkBySchema(schema, value) : null
    return fault === null ? kept(value) : wrong(fault)
  },
  toText: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  fromText: (text) => {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  },
  schema: () => ({ description: 'Any JSON' }),
})

/** A float keeps whole numbers only up to about 16 digits, so it may already differ from the sent number. */
function longNumberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? value : undefined
  if (value === null || typeof value !== 'object') return undefined
  for (const part of Object.values(value)) {
    const long = longNumberIn(part)
    if (long !== undefined) return long
  }
  return undefined
}

const depthOf = (value: unknown, depth = 0): number =>
  value === null || typeof value !== 'object' || depth > mostDepth
    ? depth
    : Math.max(depth, ...Object.values(value).map((part) => depthOf(part, depth + 1)))
