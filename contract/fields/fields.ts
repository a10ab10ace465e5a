import { z } from 'zod'
import { Id, line, Time } from '#contract/endpoint.ts'
import { blocks } from './kinds/blocks.ts'
import { boolean } from './kinds/boolean.ts'
import { category } from './kinds/category.ts'
import { code } from './kinds/code.ts'
import { color } from './kinds/color.ts'
import { date } from './kinds/date.ts'
import { datetime } from './kinds/datetime.ts'
import { decimal } from './kinds/decimal.ts'
import { email } from './kinds/email.ts'
import { group } from './kinds/group.ts'
import { integer } from './kinds/integer.ts'
import { json } from './kinds/json.ts'
import { location } from './kinds/location.ts'
import { longText } from './kinds/long-text.ts'
import { markdown } from './kinds/markdown.ts'
import { media } from './kinds/media.ts'
import { phone } from './kinds/phone.ts'
import { reference } from './kinds/reference.ts'
import { richText } from './kinds/rich-text.ts'
import { select } from './kinds/select.ts'
import { slug } from './kinds/slug.ts'
import { text } from './kinds/text.ts'
import { time } from './kinds/time.ts'
import { url } from './kinds/url.ts'

/** What a field can be. A new kind is a file beside these, one in `server/fields/kinds` and one in `web/fields`. */
const declared = [
  ...([text, longText, slug, markdown, richText, integer, decimal, boolean, date, datetime, time, select] as const),
  ...([color, url, email, phone, json, location, media, reference, group, blocks, code, category] as const),
] as const
export type FieldKind = (typeof declared)[number]['name']
export const fieldKinds = declared.map(({ name }) => name) as [FieldKind, ...FieldKind[]]

/** How a field, a model and an option are called by programs. */
export const FieldKey = z
  .string()
  .max(60, 'Use at most 60 characters')
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'Begin with a letter, then letters, digits and underscores')

/** Names that an entry answers with itself. */
export const reservedKeys = ['id', 'type', '_meta'] as const
/** The name of an entry's address, which only a field of the kind slug has. */
export const addressKey = 'slug'

const shared = z.strictObject({
  key: FieldKey.refine(
    (key) => !(reservedKeys as readonly string[]).includes(key),
    'This name is taken by every entry',
  ),
  label: line(80).describe('The key in words, unless said'),
  help: line(300),
  required: z.enum(['never', 'on_publish', 'always']),
  unique: z.boolean().describe('No two entries of the model have the same value in a language; not in a component'),
  localized: z
    .boolean()
    .describe(
      'One value a language; else one for all. In a component too: in a shared group or shared blocks the structure is one, and this field has a value in each language',
    ),
  default: z.unknown().describe('What a new entry begins with'),
  condition: z
    .strictObject({
      field: z.string().max(60).describe('Key or id of the other field'),
      equals: z.union([z.string().max(200), z.boolean(), z.number()]),
    })
    .nullable()
    .describe('Shown, and required, only where another field has this value'),
  tab: line(40),
  width: z.enum(['full', 'half', 'third']),
  searchable: z.boolean(),
  indexed: z
    .boolean()
    .describe('Filters and orders by it are quick; of kinds that have an order, and not in a component'),
  message: line(200).describe('What is said where its checks refuse a value'),
  readBy: z.enum(['members', 'admins']).describe('Who of the team sees it'),
  writtenBy: z.enum(['members', 'admins']),
})

/** What every field has beside its key; what is meant where nothing is said. */
export const fieldDefaults = {
  help: '',
  required: 'never',
  unique: false,
  localized: false,
  condition: null,
  tab: '',
  width: 'full',
  searchable: false,
  indexed: false,
  message: '',
  readBy: 'members',
  writtenBy: 'members',
} as const

const { key, ...rest } = shared.shape
const optional = z.strictObject(rest).partial().shape

type Declared = (typeof declared)[number]
type SettingsOf<K extends FieldKind> = SettingsIn<Extract<Declared, { name: K }>['settings']>
/** A kind without settings says nothing more. */
type SettingsIn<S extends z.ZodRawShape> = keyof S extends never ? unknown : z.output<z.ZodObject<S>>

/** A new field: its key, its kind, and of all else what differs from the usual. */
const newOf = ({ name, settings }: Declared) =>
  z.strictObject({ key, ...optional, kind: z.literal(name), ...(settings as z.ZodRawShape) })
const [firstKind, ...otherKinds] = declared.map(newOf) as [ReturnType<typeof newOf>, ...ReturnType<typeof newOf>[]]

type NewFieldBase = z.output<z.ZodObject<{ key: typeof key } & typeof optional>>
export type NewField = { [K in FieldKind]: NewFieldBase & { kind: K } & SettingsOf<K> }[FieldKind]
export const NewField = z.discriminatedUnion('kind', [firstKind, ...otherKinds]) as unknown as z.ZodType<NewField>

/** A change of a field that there is, by its id; a field without an id is a new one. Settings are named as in a new one; null takes one back. */
export const FieldChange = z.looseObject({ id: Id.optional() })

/** A field as it is kept: everything is said. */
export type Field<K extends FieldKind = FieldKind> = { [One in K]: KeptField & { kind: One } & SettingsOf<One> }[K]
type KeptField = {
  id: string
  key: string
  default?: unknown
  label: string
  help: string
  required: 'never' | 'on_publish' | 'always'
  unique: boolean
  localized: boolean
  condition: { field: string; equals: string | boolean | number } | null
  tab: string
  width: 'full' | 'half' | 'third'
  searchable: boolean
  indexed: boolean
  message: string
  readBy: 'members' | 'admins'
  writtenBy: 'members' | 'admins'
  /** Where its values stand in an entry; another one after a change of kind or of `localized`. */
  slot: string
  /** What its values were before that, read from there until they are written anew. */
  madeOf: {
    slot: string
    kind: FieldKind
    localized: boolean
    settings: Record<string, unknown>
    madeOf: Field['madeOf']
  } | null
  /** It was set to be localized in a component when that had no effect; an admin has to choose. */
  awaitsLocalized?: true
  /** Keys it had, each answering until its time. */
  formerKeys: { key: string; until: string; since?: string }[]
  deletedAt: string | null
}

/** A field as it is answered; beside this, the settings of its kind. */
export const ShownField = z.looseObject({
  id: Id,
  kind: z.enum(fieldKinds),
  ...shared.omit({ default: true }).shape,
  key: z.string(),
  formerKeys: z
    .array(z.object({ key: z.string(), until: Time, since: Time.optional() }))
    .describe('They still answer, until then'),
  awaitsLocalized: z
    .literal(true)
    .optional()
    .describe(
      'It was set to be localized in a component before that had an effect, so it is shared. Send `localized` to choose',
    ),
  deletedAt: Time.nullable(),
})
export type ShownField = z.output<typeof ShownField>
