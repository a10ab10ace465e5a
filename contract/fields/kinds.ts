import { z } from 'zod'
import { line } from '#contract/endpoint.ts'
import { mediaKinds, richBlocks, richMarks } from './choices.ts'

const most = (number: number) => z.int().min(1).max(number)
const unit = line(20).min(1).describe('Unit to show after the number: `kg`').optional()
const many = z.boolean().optional()
const mostItems = most(100).optional()
const allowedModels = z.array(z.string().max(80)).max(50).optional()

/** A decimal number as text with its exact digits, never a float. */
export const DecimalText = z
  .string()
  .max(60)
  .regex(/^-?\d{1,30}(\.\d{1,20})?$/, 'Enter a number with at most 30 digits before and 20 after the point')

export const SelectOption = z.strictObject({
  key: line(60).min(1),
  label: line(80).min(1).optional().describe('Default: the key'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .optional(),
})
export type SelectOption = z.output<typeof SelectOption>

const largestBytes = 1024 * 1024 * 1024
const largestEdge = 16_384

/** The field kinds and their settings. A new kind must also be added to `server/fields` and `web/fields`. */
export const kinds = [
  {
    name: 'text',
    settings: {
      minLength: most(500).optional(),
      maxLength: most(500).optional(),
      pattern: z.string().max(200).optional().describe('A regular expression (RE2) that the whole text must match'),
      oneOf: z.array(z.string().max(500)).max(200).optional().describe('The allowed values'),
    },
  },
  {
    name: 'long_text',
    settings: { minLength: most(100_000).optional(), maxLength: most(100_000).optional() },
  },
  {
    name: 'slug',
    settings: {
      from: z
        .string()
        .max(60)
        .optional()
        .describe('Key or id of the text field from which the slug is generated. Default: the title'),
    },
  },
  { name: 'markdown', settings: { maxLength: most(200_000).optional() } },
  {
    name: 'rich_text',
    settings: {
      blocks: z.array(z.enum(richBlocks)).optional().describe('Allowed blocks besides paragraphs. Default: all'),
      marks: z.array(z.enum(richMarks)).optional().describe('Allowed text styles. Default: all'),
      models: allowedModels.describe('Keys or ids of models whose entries the text can show or link to. Default: all'),
    },
  },
  { name: 'code', settings: { language: z.string().max(40).optional(), maxLength: most(200_000).optional() } },
  // An integer that JavaScript stores exactly, from -(2⁵³-1) to 2⁵³-1.
  { name: 'integer', settings: { min: z.int().optional(), max: z.int().optional(), unit } },
  {
    name: 'decimal',
    settings: {
      min: DecimalText.optional(),
      max: DecimalText.optional(),
      scale: z.int().min(0).max(20).optional().describe('Maximum decimal places'),
      unit,
    },
  },
  { name: 'boolean', settings: {} },
  { name: 'date', settings: { min: z.iso.date().optional(), max: z.iso.date().optional() } },
  {
    name: 'datetime',
    settings: {
      timeZone: z
        .string()
        .max(64)
        .refine(isTimeZone, 'Choose a time zone such as Europe/Zagreb')
        .optional()
        .describe('IANA time zone for editing and display. Default: the time zone of the workspace'),
    },
  },
  { name: 'time', settings: {} },
  {
    name: 'select',
    settings: {
      options: z
        .array(SelectOption)
        .min(1)
        .max(200)
        .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'Two options have the same key'),
      many,
    },
  },
  { name: 'color', settings: {} },
  { name: 'url', settings: {} },
  { name: 'email', settings: {} },
  // A number with its country code (E.164): +4930123456.
  { name: 'phone', settings: {} },
  {
    name: 'json',
    settings: {
      // JSON Schema, draft 2020-12.
      schema: z
        .record(z.string(), z.unknown())
        .refine((schema) => JSON.stringify(schema).length <= 20_000, 'Use at most 20,000 characters')
        .refine(
          (schema) => !/"(pattern|patternProperties|\$ref|\$dynamicRef|\$recursiveRef)":/.test(JSON.stringify(schema)),
          'Remove patterns and references such as `pattern` and `$ref`',
        )
        .optional(),
    },
  },
  // Latitude and longitude in degrees (WGS 84).
  { name: 'location', settings: {} },
  {
    name: 'media',
    settings: {
      many,
      kinds: z.array(z.enum(mediaKinds)).optional(),
      max: mostItems,
      maxBytes: most(largestBytes).optional().describe('Maximum file size in bytes'),
      minWidth: most(largestEdge).optional().describe('Minimum width of pictures in pixels'),
      minHeight: most(largestEdge).optional().describe('Minimum height of pictures in pixels'),
      needsAlt: z.boolean().optional().describe('Pictures need an alternative text to be published'),
    },
  },
  {
    name: 'reference',
    settings: {
      models: allowedModels.describe('Keys or ids of the allowed models. Default: all'),
      many,
      max: mostItems,
      onDelete: z
        .enum(['restrict', 'unlink'])
        .optional()
        .describe('Deletion of the referenced entry: `restrict` refuses it, `unlink` (default) removes the reference'),
    },
  },
  { name: 'category', settings: { many, max: mostItems } },
  {
    name: 'group',
    settings: { component: z.string().min(1).max(80).describe('Key or id of a component'), many, max: mostItems },
  },
  {
    name: 'blocks',
    settings: {
      components: z.array(z.string().min(1).max(80)).min(1).max(50).describe('Keys or ids of components'),
      min: most(200).optional(),
      max: most(200).optional(),
    },
  },
] as const satisfies { name: string; settings: z.ZodRawShape }[]

export type FieldKind = (typeof kinds)[number]['name']
export const fieldKinds = kinds.map(({ name }): FieldKind => name)

export const takesMany = (kind: FieldKind) => manyKinds.has(kind)
const manyKinds = new Set<FieldKind>(kinds.flatMap(({ name, settings }) => ('many' in settings ? [name] : [])))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
