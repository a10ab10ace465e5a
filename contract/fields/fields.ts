import { z } from 'zod'
import { Id, line, Time } from '#contract/endpoint.ts'
import { type FieldKind, fieldKinds, kinds } from './kinds.ts'

export type { FieldKind }

export const FieldKey = z
  .string()
  .max(60, 'Use at most 60 characters')
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'Use letters, digits and underscores, and begin with a letter')

/** Names that every delivered entry has. No field can have them. */
export const reservedKeys: readonly string[] = ['id', 'type', '_meta']
/** The key of an entry's slug. Only a field of the kind slug can have it. */
export const addressKey = 'slug'

const shared = z.strictObject({
  key: FieldKey.refine((key) => !reservedKeys.includes(key), 'This key is reserved. Use another key.'),
  label: line(80).describe('Default: made from the key'),
  help: line(300),
  required: z.enum(['never', 'on_publish', 'always']),
  unique: z.boolean().describe('Whether each entry needs a different value in a language. Not in components'),
  localized: z
    .boolean()
    .describe(
      'Whether the field has a value for each language. False: one value for all languages. In a component, this also applies if the group or blocks field that contains it is not localized',
    ),
  default: z.unknown().describe('Value of new entries'),
  condition: z
    .strictObject({
      field: z.string().max(60).describe('Key or id of the other field'),
      equals: z.union([z.string().max(200), z.boolean(), z.number()]),
    })
    .nullable()
    .describe('Shows and requires the field only if another field has the value `equals`'),
  tab: line(40),
  width: z.enum(['full', 'half', 'third']),
  searchable: z.boolean(),
  indexed: z.boolean().describe('Makes filters and sorting fast. Not in components or for kinds without an order'),
  message: line(200).describe('Error message for invalid values'),
  readBy: z.enum(['members', 'admins']).describe('Who in the team can see the field'),
  writtenBy: z.enum(['members', 'admins']),
})

const { key, ...rest } = shared.shape
const optional = z.strictObject(rest).partial().shape

type Declared = (typeof kinds)[number]
type SettingsOf<K extends FieldKind> = SettingsIn<Extract<Declared, { name: K }>['settings']>
type SettingsIn<S extends z.ZodRawShape> = keyof S extends never ? unknown : z.output<z.ZodObject<S>>

const newOf = ({ name, settings }: { name: FieldKind; settings: z.ZodRawShape }) =>
  z.strictObject({ key, ...optional, kind: z.literal(name), ...settings })
const [firstKind, ...otherKinds] = kinds

type NewFieldBase = z.output<z.ZodObject<{ key: typeof key } & typeof optional>>
export type NewField = { [K in FieldKind]: NewFieldBase & { kind: K } & SettingsOf<K> }[FieldKind]
export const NewField = z.discriminatedUnion('kind', [
  newOf(firstKind),
  ...otherKinds.map(newOf),
]) as z.ZodType<NewField>

/**
 * A change of a field by its id. Without an id, the field is new. Settings have the names of `NewField`. Null removes a
 * setting.
 */
export const FieldChange = z.looseObject({ id: Id.optional() })

export type Field<K extends FieldKind = FieldKind> = { [One in K]: KeptField & { kind: One } & SettingsOf<One> }[K]
type KeptField = Omit<z.output<typeof shared>, 'default'> & {
  id: string
  default?: unknown
  /** The key of the field's values in an entry. A new kind or a change of `localized` creates a new slot. */
  slot: string
  /** The field in its former slot. Its value is read from this slot until the current slot has a value. */
  madeOf: {
    slot: string
    kind: FieldKind
    localized: boolean
    settings: Record<string, unknown>
    madeOf: Field['madeOf']
  } | null
  /**
   * An earlier version accepted `localized` in a component, but without effect. An admin must now choose whether it
   * applies.
   */
  awaitsLocalized?: true
  formerKeys: { key: string; until: string; since?: string }[]
  deletedAt: string | null
}

export const ShownField = z.looseObject({
  id: Id,
  kind: z.enum(fieldKinds),
  ...shared.omit({ default: true }).shape,
  key: z.string(),
  formerKeys: z
    .array(z.object({ key: z.string(), until: Time, since: Time.optional() }))
    .describe('Old keys of the field that still work, until the time `until`'),
  awaitsLocalized: z
    .literal(true)
    .optional()
    .describe(
      'An earlier version ignored `localized` in components, so all languages share the value of this field. Send `localized` to choose',
    ),
  deletedAt: Time.nullable(),
})
export type ShownField = z.output<typeof ShownField>
