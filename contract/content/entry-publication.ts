import { z } from 'zod'
import { Id, line, Time } from '#contract/endpoint.ts'
import { Language } from '#contract/workspace/languages.ts'

/** What readers have of an entry, and what is planned. */
export const Publication = z.object({
  live: z.array(z.object({ locale: z.string(), publishedAt: Time })).describe('The languages that readers have now'),
  planned: z
    .array(z.object({ locale: z.string(), publishAt: Time.nullable(), unpublishAt: Time.nullable() }))
    .describe('The languages that are published or taken away later'),
})
export type Publication = z.output<typeof Publication>

const mostLocales = 30
const OneLocale = Language.optional().describe('One language')
const LocaleList = z.array(Language).min(1).max(mostLocales)
const words = z.string().max(500)
/** Languages of a body: one, several, or all where none is named. */
const localesOfBody = { locale: OneLocale, locales: LocaleList.optional().describe('Several languages') }
/** The same as parameters of an address. */
export const localesOfQuery = {
  locale: OneLocale,
  locales: z
    .union([words, z.array(words).max(mostLocales)])
    .transform((named) => [named].flat().flatMap((list) => list.split(',')))
    .pipe(LocaleList)
    .optional()
    .describe('Several languages, with commas'),
}
type Locales = { locale?: string | undefined; locales?: string[] | undefined }
/** Languages are named in one way; `changes` take them as the call for one entry does. */
export const namedOneWay = <Input extends z.ZodType<Locales>>(input: Input) =>
  input.refine(({ locale, locales }) => locale === undefined || locales === undefined, {
    path: ['locales'],
    error: 'Send either locale or locales',
  })

/** What a publication says; all of it may be left out. */
export const PublishingBody = namedOneWay(
  z.strictObject({
    ...localesOfBody,
    at: Time.optional().describe('When it is published; now, unless said'),
    until: Time.nullish().describe('It is taken away then; null: never. Left out, an end that is planned stays'),
    with: z
      .array(Id)
      .max(100)
      .optional()
      .describe('Entries that are published together with it, also where it is planned'),
    dangling: z
      .enum(['tell', 'refuse'])
      .default('tell')
      .describe(
        'If it references entries that are not published: the answer lists them in `_meta.dangling`, or the call is refused',
      ),
    note: line(300).optional(),
  }),
)

/** The same of what takes it away, in an address. */
export const UnpublishingQuery = namedOneWay(
  z.strictObject({
    ...localesOfQuery,
    at: Time.optional().describe('When it is taken away; now, unless said'),
    force: z.stringbool().optional().describe('Also where others refer to it'),
  }),
)
