import { RE2JS } from 're2js'
import { z } from 'zod'
import { readEmailAddress } from '#contract/email-address.ts'
import type { Field, FieldKind } from '#contract/fields/fields.ts'
import { DecimalText } from '#contract/fields/kinds.ts'
import { asLine, withoutHidden } from '#contract/letters/as-line.ts'
import { isUuid } from '#contract/uuid.ts'
import { Slug } from '#contract/writing/slugs.ts'
import { blocks } from './blocks.ts'
import {
  type CheckResult,
  checkKeys,
  checkLength,
  checkMany,
  type FieldKindRule,
  idsIn,
  isBlankText,
  kept,
  listOf,
  referenceRule,
  textSchema,
  tooMany,
  wrong,
} from './field-kind.ts'
import { json } from './json.ts'
import { richText } from './rich-text.ts'

type Item = Record<string, unknown> & { id?: string }

const group: FieldKindRule<'group', Item | Item[]> = {
  cell: 'none',
  check: (value, field, around) =>
    checkMany(value, field, (one) => {
      const component = around.components.get(field.component)
      if (!component) return wrong('Its component was deleted')
      if (one === null || typeof one !== 'object' || Array.isArray(one)) return wrong('Send an object')
      const { id, ...given }: { id?: unknown } = one
      const checked = around.checkFields(component.fields, field.many ? given : { ...one })
      return checked.faults || !field.many || !isUuid(id) ? checked : kept({ ...checked.value, id })
    }),
  checkKept: (value, { max = 100 }) => (listOf(value).length > max ? wrong(tooMany(max)) : kept(value)),
  inner(value, { component }, change) {
    const changed = listOf(value).map((one) => {
      const { id, ...values } = one
      return { ...change(component, values, id), ...(id !== undefined && { id }) }
    })
    return Array.isArray(value) ? changed : changed[0]
  },
  deliver(value, { component, many }, { components, fields }) {
    const shown = listOf(value).map((one) => {
      const { id } = one
      const within = fields(components.get(component)?.fields ?? [], one)
      return many && id !== undefined ? { id, ...within } : within
    })
    return many ? shown : (shown[0] ?? null)
  },
  schema: ({ component }, { componentOf }) => componentOf(component),
}

const decimal: FieldKindRule<'decimal'> = {
  cell: 'number',
  check(value, { min, max, scale }) {
    // Accepts JSON numbers only if they are safe integers. Other JSON numbers can have lost digits, so they must be
    // sent as text.
    const [, whole, fraction] = (typeof value === 'string' && grouped.exec(value)) || []
    if (whole) return wrong(`${value} can mean ${whole}${fraction} or ${whole}.${fraction}. Enter one of them.`)
    const { data, error } = DecimalText.safeParse(Number.isSafeInteger(value) ? String(value) : value)
    if (error)
      return wrong(
        typeof value === 'number' ? 'Send decimals as text, so that no digits are lost' : error.issues[0]!.message,
      )
    if (scale !== undefined && (data.split('.')[1]?.length ?? 0) > scale)
      return wrong(`Use at most ${scale} decimal places`)
    if (min !== undefined && compareDecimals(data, min) < 0) return wrong(`The minimum is ${min}`)
    if (max !== undefined && compareDecimals(data, max) > 0) return wrong(`The maximum is ${max}`)
    return kept(data)
  },
  toText: String,
  fromText: (words) => words.trim().replace(/^\+/, ''),
  schema: (_, { mode }) =>
    mode === 'written'
      ? { anyOf: [{ type: 'string' }, { type: 'integer' }] }
      : { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
}

/** Finds numbers such as `1,234`, in which the comma can be a thousands separator or a decimal separator. */
const grouped = /^(-?[1-9]\d{0,2}),(\d{3})$/

/** Compares decimals without floating point. The result is negative, 0 or positive. */
function compareDecimals(one: string, other: string): number {
  const [left, right] = [scaled(one), scaled(other)]
  return left < right ? -1 : Number(left > right)
}

function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const digits = BigInt(whole + fraction.padEnd(20, '0'))
  return decimal.startsWith('-') ? -digits : digits
}

const most = 500

const text: FieldKindRule<'text'> = {
  cell: 'text',
  isInLetters: true,
  canBeTitle: true,
  check(value, field) {
    const checked = checkLength(typeof value === 'string' ? withoutHidden(value) : value, field, most)
    if (checked.faults) return checked
    const written = checked.value
    if (/[\n\r\t]/.test(written)) return wrong('Enter a single line')
    if (field.oneOf && !field.oneOf.includes(written)) return wrong(`Enter one of: ${field.oneOf.join(', ')}`)
    // RE2 takes linear time for every pattern, so a pattern cannot block the server.
    if (field.pattern && !RE2JS.compile(field.pattern).matches(written))
      return wrong('This does not match the required pattern')
    return checked
  },
  isBlank: isBlankText,
  toText: String,
  fromText: asLine,
  schema: (field, { mode }) => ({
    ...textSchema(field, mode),
    ...(mode === 'written' && field.oneOf && { enum: field.oneOf }),
  }),
}

const Day = z.iso.date()
const Moment = z.iso.datetime({ offset: true })
const [earliest, latest] = [Date.parse('0001-01-02T00:00:00Z'), Date.parse('9999-12-30T00:00:00Z')]

const same = (words: string) => words
const trimmed = (words: string) => words.trim()

const written = { cell: 'text', toText: String, fromText: same } as const

const rules: { [K in FieldKind]: FieldKindRule<K> } = {
  text,
  long_text: {
    ...written,
    isInLetters: true,
    canBeTitle: true,
    check: (value, field) => checkLength(value, field, 100_000),
    isBlank: isBlankText,
    schema: (field, { mode }) => textSchema(field, mode),
  },
  slug: {
    ...written,
    isInLetters: true,
    check(value) {
      const { data, error } = Slug.safeParse(value)
      return error ? wrong(error.issues[0]!.message) : kept(data)
    },
    schema: () => ({ type: 'string' }),
  },
  markdown: {
    ...written,
    isInLetters: true,
    check: (value, field) => checkLength(value, field, 200_000),
    isBlank: isBlankText,
    schema: () => ({ type: 'string', contentMediaType: 'text/markdown' }),
  },
  rich_text: richText,
  code: {
    ...written,
    check: (value, field) => checkLength(value, field, 200_000),
    isBlank: isBlankText,
    schema: () => ({ type: 'string' }),
  },
  integer: {
    cell: 'number',
    check(value, { min, max }) {
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return wrong('Enter a whole number')
      if (min !== undefined && value < min) return wrong(`The minimum is ${min}`)
      if (max !== undefined && value > max) return wrong(`The maximum is ${max}`)
      return kept(Object.is(value, -0) ? 0 : value)
    },
    toText: String,
    fromText: (words) => (/^[+-]?\d{1,16}(\.0+)?$/.test(words.trim()) ? Number(words) : words),
    schema: ({ min, max }, { mode }) => ({
      type: 'integer',
      ...(mode === 'written' && min !== undefined && { minimum: min }),
      ...(mode === 'written' && max !== undefined && { maximum: max }),
    }),
  },
  decimal,
  boolean: {
    cell: 'boolean',
    check: (value) => (typeof value === 'boolean' ? kept(value) : wrong('Choose yes or no')),
    toText: String,
    fromText(words) {
      if (/^\s*(true|yes|1|on)\s*$/i.test(words)) return true
      return /^\s*(false|no|0|off)\s*$/i.test(words) ? false : words
    },
    schema: () => ({ type: 'boolean' }),
  },
  date: {
    ...written,
    isTime: true,
    check(value, { min, max }) {
      const { data, error } = Day.safeParse(value)
      if (error || data.startsWith('0000')) return wrong('Enter a date like 2026-11-23')
      if (min && data < min) return wrong(`The earliest date is ${min}`)
      if (max && data > max) return wrong(`The latest date is ${max}`)
      return kept(data)
    },
    fromText: (words) => /^\d{4}-\d\d-\d\d/.exec(words.trim())?.[0] ?? words,
    schema: () => ({ type: 'string', format: 'date' }),
  },
  datetime: {
    ...written,
    isTime: true,
    check(value) {
      const { data } = Moment.safeParse(value)
      const time = Date.parse(data ?? '')
      const isInRange = time >= earliest && time <= latest
      return isInRange ? kept(new Date(time).toISOString()) : wrong('Enter a time like 2026-11-23T09:30:00Z')
    },
    fromText: (words) => (/^\d{4}-\d\d-\d\d$/.test(words.trim()) ? `${words.trim()}T00:00:00Z` : words.trim()),
    schema: () => ({ type: 'string', format: 'date-time' }),
  },
  time: {
    ...written,
    isTime: true,
    check(value) {
      const isTime = typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value)
      return isTime ? kept(value.length === 5 ? `${value}:00` : value) : wrong('Enter a time like 09:30')
    },
    fromText: trimmed,
    schema: () => ({ type: 'string', description: 'As 09:30:00' }),
  },
  select: {
    cell: 'keys',
    isInLetters: true,
    check: (value, field) =>
      checkKeys(value, { ...field, max: 200 }, (one): CheckResult => {
        const isChoice = field.options.some(({ key }) => key === one)
        return isChoice ? kept(one) : wrong(`Choose one of: ${field.options.map(({ key }) => key).join(', ')}`)
      }),
    toText: (value) => listOf(value).join(', '),
    fromText: (words, { options, many }) => {
      const names = many ? words.split(',').map(trimmed) : [words.trim()]
      const keys = names.map((name) => options.find(({ key, label }) => key === name || label === name)?.key ?? name)
      return many ? keys : keys[0]
    },
    keys: idsIn,
    schema: ({ options }) => ({ type: 'string', enum: options.map(({ key }) => key) }),
  },
  color: {
    ...written,
    isNormalized: true,
    check: (value) =>
      typeof value === 'string' && /^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)
        ? kept(value.toLowerCase())
        : wrong('Enter a color like #1f6feb'),
    fromText: (words) => words.trim().replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, '#$1$1$2$2$3$3'),
    schema: () => ({ type: 'string', description: 'As #1f6feb' }),
  },
  url: {
    ...written,
    isNormalized: true,
    check(value) {
      const parsed = typeof value === 'string' && value.length <= 2048 && !/\s/.test(value) ? URL.parse(value) : null
      const isWeb =
        parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === ''
      return isWeb ? kept(parsed.href) : wrong('Write an address that begins with https:// or http://')
    },
    fromText: trimmed,
    schema: () => ({ type: 'string', format: 'uri' }),
  },
  email: {
    ...written,
    isNormalized: true,
    check(value) {
      const address = typeof value === 'string' ? readEmailAddress(value) : null
      return address ? kept(address) : wrong('Enter an e-mail address like mina@example.com')
    },
    schema: () => ({ type: 'string', description: 'An e-mail address' }),
  },
  phone: {
    ...written,
    check(value) {
      const plain =
        typeof value === 'string' && value.length <= 40 ? value.replace(/[\s()./-]/g, '').replace(/^00/, '+') : ''
      return /^\+[1-9]\d{4,14}$/.test(plain)
        ? kept(plain)
        : wrong('Enter a number with its country code, like +49 30 123456')
    },
    fromText: trimmed,
    schema: () => ({ type: 'string', description: 'As +4930123456' }),
  },
  json,
  location: {
    cell: 'place',
    check(value) {
      const { latitude, longitude }: { latitude?: unknown; longitude?: unknown } = value ?? {}
      if (!isWithin(latitude, 90)) return wrong('Enter a latitude from -90 to 90')
      if (!isWithin(longitude, 180)) return wrong('Enter a longitude from -180 to 180')
      return kept({ latitude, longitude })
    },
    toText: ({ latitude, longitude }: Coordinates) => `${latitude}, ${longitude}`,
    fromText(words) {
      const [latitude, longitude] = words.split(',').map(Number)
      return { latitude, longitude }
    },
    schema: () => ({
      type: 'object',
      properties: { latitude: degrees(90), longitude: degrees(180) },
      required: ['latitude', 'longitude'],
    }),
  },
  media: referenceRule('media', (_, { mode, named }) => named(mode === 'whole' ? 'File' : 'SomeOfFile')),
  reference: referenceRule('entry', ({ models }: Field<'reference'>, { entriesOf }) => entriesOf(models ?? [])),
  category: referenceRule('category', (_, { mode, named }) => named(mode === 'whole' ? 'Category' : 'SomeOfCategory')),
  group,
  blocks,
}

type Coordinates = { latitude: number; longitude: number }

const isWithin = (value: unknown, most: number) => typeof value === 'number' && Math.abs(value) <= most

const degrees = (most: number) => ({ type: 'number', minimum: -most, maximum: most })

export const ruleOf = ({ kind }: Pick<Field, 'kind'>): FieldKindRule => rules[kind]
