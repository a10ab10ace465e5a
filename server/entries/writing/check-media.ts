import type { Field } from '#contract/fields.ts'
import type { Opened } from '#server/entries/entry-call.ts'
import type { Faults } from '#server/field-kinds/field-kind.ts'
import type { Values } from '#server/fields/check-values.ts'
import { usesOf } from '#server/fields/values-in-words.ts'
import { type AssetFacts, findFacts } from '#server/media/assets/find-facts.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Why a field does not take a file of the library, in the words of the field where it has some. */
export function whyNotTaken(field: Field, { name, kind, bytes, width, height }: AssetFacts): string | undefined {
  if (field.kind !== 'media') return undefined
  const { kinds, maxBytes, minWidth, minHeight } = field
  if (kinds?.length && !(kinds as string[]).includes(kind)) return said(field, 'It does not take files of this kind')
  if (maxBytes && bytes > maxBytes)
    return said(field, `${name} has ${sizeOf(bytes)}. Choose a file of at most ${sizeOf(maxBytes)}.`)
  if (kind !== 'image' || (fits(width, minWidth) && fits(height, minHeight))) return undefined
  return said(field, `${name} has ${width ?? 0} × ${height ?? 0} pixels. Choose ${smallest(minWidth, minHeight)}.`)
}

const said = ({ message }: Field, words: string) => message || words

const fits = (edge: number | null, least: number | undefined) => !least || (edge ?? 0) >= least

const smallest = (width: number | undefined, height: number | undefined) => {
  if (width && height) return `one of at least ${width} × ${height}`
  return width ? `one that is at least ${width} wide` : `one that is at least ${height} high`
}

const steps = ['bytes', 'KB', 'MB', 'GB']

function sizeOf(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), steps.length - 1)
  return `${Number((bytes / 1000 ** step).toFixed(1))} ${steps[step]}`
}

/** What has to be put right of the files that a text shows before it is published, by the key of the field. */
export async function findMediaProblems(
  tx: WorkspaceTx,
  { models, model }: Pick<Opened, 'models' | 'model'>,
  values: Values,
  language: string,
): Promise<Faults> {
  const uses = usesOf(model.fields, values, models.components).filter(({ kind, own }) => kind === 'media' && asks(own))
  const assets = await findFacts(tx, [...new Set(uses.map(({ id }) => id))])
  const faults: Faults = {}
  for (const { id, field, own } of uses) {
    const asset = assets.get(id)
    const why = asset && (whyNotTaken(own, asset) ?? whyNotTold(own, asset, language))
    if (why) faults[field.key] ??= why
  }
  return faults
}

const asks = (field: Field) =>
  field.kind === 'media' && Boolean(field.needsAlt || field.maxBytes || field.minWidth || field.minHeight)

const whyNotTold = (field: Field, { name, kind, alt }: AssetFacts, language: string) =>
  field.kind === 'media' && field.needsAlt && kind === 'image' && !alt[language]
    ? `Write the alternative text of ${name} in ${languageName(language)}`
    : undefined

const languageName = (language: string) => new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
