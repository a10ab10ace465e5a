import type { entryStatuses } from '#contract/content/entries.ts'
import type { Field } from '#contract/fields/fields.ts'
import { type Model, type Models, slugFieldOf, titleFieldOf } from '#server/content/models/find-models.ts'
import { typeOf } from '#server/fields/kinds/component-names.ts'
import type { ValueReference } from '#server/fields/kinds/field-kind.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { type Components, componentIdsIn, isEmpty, isThere } from '#server/fields/values/components.ts'
import { partsOf } from '#server/fields/values/parts/name-parts.ts'
import { renderValues } from '#server/fields/values/render-values.ts'
import { wordsOf } from '#server/fields/values/values-in-words.ts'
import { spellings } from '#server/search/words/fold.ts'

export type EntryMeta = {
  revision: number
  locale: string
  publishedAt: string | null
  firstPublishedAt: string | null
  updatedAt: string
  locales: string[]
  formerSlugs: string[]
} & Partial<DraftStanding>

export type DraftStanding = {
  status: (typeof entryStatuses)[number]
  isLive: boolean
  publishAt: string | null
  unpublishAt: string | null
  externalId: string | null
}

const placeholderLetters = { entry: 'e', media: 'm', category: 'c' } as const
const kinds: Record<string, ValueReference['kind']> = { e: 'entry', m: 'media', c: 'category' }

/** Renders an entry as JSON text, with placeholders for references (see `fillPlaceholders`). */
export function renderEntry(
  models: Models,
  model: Model,
  entry: { id: string; values: Values; meta: EntryMeta },
): string {
  const { id, values, meta } = entry
  const fields = renderValues(model.fields, values, models.components, placeholderFor)
  const text = JSON.stringify({ id, type: typeOf(model), slug: slugIn(model, values), ...fields, _meta: meta })
  return text.replace(writtenPlaceholder, '\u0001$1\u0001')
}

// Returns the placeholder of a reference, between two U+0001 characters. Values cannot contain U+0001, so user input is
// never taken for a placeholder.
const placeholderFor = (kind: ValueReference['kind'], ids: string | string[]) =>
  Array.isArray(ids)
    ? `\u0001${placeholderLetters[kind].toUpperCase()}${ids.join(',')}\u0001`
    : `\u0001${placeholderLetters[kind]}${ids}\u0001`

const writtenPlaceholder = /"\\u0001([emcEMC][\da-f,-]*)\\u0001"/g

export type RenderedReference = { kind: ValueReference['kind']; ids: string[]; isMany: boolean }
export type RenderedParts = (string | RenderedReference)[]

const readPlaceholder = (mark: string): RenderedReference => {
  const letter = mark.charAt(0)
  const isMany = letter !== letter.toLowerCase()
  return { kind: kinds[letter.toLowerCase()]!, ids: mark.slice(1).split(',').filter(Boolean), isMany }
}

export const splitPlaceholders = (body: string): RenderedParts =>
  body.split('\u0001').map((part, index) => (index % 2 === 1 ? readPlaceholder(part) : part))

/** Replaces placeholders by JSON. Missing references become null or are removed from lists. */
export const fillPlaceholders = (
  parts: RenderedParts,
  jsonOf: (kind: ValueReference['kind'], id: string) => string | undefined,
): string[] => parts.map((part) => (typeof part === 'string' ? part : fillPlaceholder(part, jsonOf)))

function fillPlaceholder(
  { kind, ids, isMany }: RenderedReference,
  jsonOf: (kind: ValueReference['kind'], id: string) => string | undefined,
): string {
  const found = ids.flatMap((id) => jsonOf(kind, id) ?? [])
  return isMany ? `[${found.join(',')}]` : (found[0] ?? 'null')
}

export function slugIn(model: Model, values: Values): string | null {
  const field = slugFieldOf(model)
  const slug = field && values[field.slot]
  return isEmpty(slug) ? null : String(slug)
}

const mostOfTitle = 500

export function titleIn(model: Model, values: Values): string {
  const field = titleFieldOf(model)
  return field ? wordsOf(field, values[field.slot]).slice(0, mostOfTitle) : ''
}

const mostOfWords = 20_000

export function wordsIn(model: Model, values: Values, components: Components): string {
  const words = [titleIn(model, values), ...searchedWords(model.fields, values, components)]
  return spellings(words.join('\n').slice(0, mostOfWords))
}

function searchedWords(fields: readonly Field[], values: Values, components: Components): string[] {
  return fields.filter(isThere).flatMap((field) => {
    const value = values[field.slot]
    if (isEmpty(value)) return []
    const { inner } = ruleOf(field)
    if (!inner) return field.searchable ? [wordsOf(field, value)] : []
    return partsOf(field, value).flatMap((part) =>
      searchedWords(components.get(part.component)?.fields ?? [], part.values, components),
    )
  })
}

export function stepOf({ byId }: Pick<Models, 'byId'>, model: Model, seen = new Set<string>()): number {
  if (seen.has(model.id)) return 0
  seen.add(model.id)
  const inner = componentIdsIn(model.fields).flatMap((id) => byId.get(id) ?? [])
  return Math.max(model.step, ...inner.map((one) => stepOf({ byId }, one, seen)))
}
