import { z } from 'zod'
import { Id, line, Time } from '#contract/endpoint.ts'
import { Language } from '#contract/workspace/languages.ts'

export const Publication = z.object({
  live: z.array(z.object({ locale: z.string(), publishedAt: Time })).describe('Published languages'),
  planned: z
    .array(z.object({ locale: z.string(), publishAt: Time.nullable(), unpublishAt: Time.nullable() }))
    .describe('Scheduled languages'),
})
export type Publication = z.output<typeof Publication>

const mostLocales = 30
const OneLocale = Language.optional().describe('One language, instead of `locales`')
const LocaleList = z.array(Language).min(1).max(mostLocales)
const words = z.string().max(500)
/** Languages in a body. If both `locale` and `locales` are missing, all languages are meant. */
const localesOfBody = { locale: OneLocale, locales: LocaleList.optional().describe('Several languages') }
export const localesOfQuery = {
  locale: OneLocale,
  locales: z
    .union([words, z.array(words).max(mostLocales)])
    .transform((named) => [named].flat().flatMap((list) => list.split(',')))
    .pipe(LocaleList)
    .optional()
    .describe('Several languages, separated by commas'),
}
type Locales = { locale?: string | undefined; locales?: string[] | undefined }
export const namedOneWay = <Input extends z.ZodType<Locales>>(input: Input) =>
  input.refine(({ locale, locales }) => locale === undefined || locales === undefined, {
    path: ['locales'],
    error: 'Send either locale or locales',
  })

export const PublishingBody = namedOneWay(
  z.strictObject({
    ...localesOfBody,
    at: Time.optional().describe('When the languages are published. Default: now'),
    until: Time.nullish().describe('When the languages are unpublished. Null: never. Default: as scheduled before'),
    with: z.array(Id).max(100).optional().describe('Ids of entries to publish at the same time'),
    dangling: z
      .enum(['tell', 'refuse'])
      .default('tell')
      .describe(
        'If the entry references entries that are not published: `tell` lists them in `_meta.dangling`, `refuse` refuses the call',
      ),
    note: line(300).optional(),
  }),
)

export const UnpublishingQuery = namedOneWay(
  z.strictObject({
    ...localesOfQuery,
    at: Time.optional().describe('When the languages are unpublished. Default: now'),
    force: z.stringbool().optional().describe('Unpublishes the entry even if other entries require it'),
  }),
)
