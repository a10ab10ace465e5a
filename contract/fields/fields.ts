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
  key: FieldKey.refine((key) => !reservedKeys.includes(key), 'This name is reserved'),
  label: line(80).describe('Default: made from the key'),
  help: line(300),
  required: z.enum(['never', 'on_publish', 'always']),
  unique: z.boolean().describe('No two entries of the model can have the same value in a language. Not in components'),
  localized: z
    .boolean()
    .describe(
      'A value for each language; otherwise one for all. In a component: the structure of a shared group or of shared blocks is common, and this field has a value for each language',
    ),
  default: z.unknown().describe('Value of new entries'),
  condition: z
    .strictObject({
      field: z.string().max(60).describe('Key or id of the other field'),
      equals: z.union([z.string().max(200), z.boolean(), z.number()]),
    })
    .nullable()
    .describe('Shown and required only if another field has this value'),
  tab: line(40),
  width: z.enum(['full', 'half', 'third']),
  searchable: z.boolean(),
  indexed: z.boolean().describe('Makes filters and sorting fast. For kinds with an order, not in components'),
  message: line(200).describe('Error message for invalid values'),
  readBy: z.enum(['members', 'admins']).describe('Who in the team can see it'),
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
  /**
   * The key under which an entry stores the field's values. A new kind or a change of `localized` gives the field a new
   * slot.
   */
  slot: string
  /**
   * The field before it got its current slot. Until an entry stores a value in the current slot, its value is read from
   * the former slot.
   */
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
    .describe('Former API names that still work, with their end'),
  awaitsLocalized: z
    .literal(true)
    .optional()
    .describe(
      'It was set to `localized` in a component before that had an effect, so its value is shared. Send `localized` to choose',
    ),
  deletedAt: Time.nullable(),
})
export type ShownField = z.output<typeof ShownField>
