import type { z } from 'zod'
import type { changeCategory, createCategory } from '#contract/knowledge-base/categories.ts'
import type { Problem } from '#contract/refusals.ts'
import { none } from '#web/service/knowledge-base/article/choices.tsx'
import type { Category, Visibility } from '#web/service/knowledge-base/article/types.ts'

export type CategoryChange = z.input<typeof changeCategory.body>

/** The values of the form. `name.de` is the German name. `parent` is `none` for a category at the top level. */
export type CategoryValues = {
  slug: string
  icon: Category['icon']
  visibility: Visibility
  parent: string
  [words: `name.${string}` | `description.${string}`]: string
}

export function valuesOf(category: Category | null, languages: string[], parent: string | null): CategoryValues {
  const texts = new Map(category?.texts?.map((text) => [text.language, text]))
  const words = languages.flatMap((language) => [
    [`name.${language}`, texts.get(language)?.name ?? ''],
    [`description.${language}`, texts.get(language)?.description ?? ''],
  ])
  const { slug = '', icon = 'book', visibility = 'public' } = category ?? {}
  return { ...Object.fromEntries(words), slug, icon, visibility, parent: (category ? category.parent : parent) ?? none }
}

export function faultsIn(values: CategoryValues, saved: CategoryValues, languages: string[]): Record<string, string> {
  const nameless = languages.filter((language, at) => {
    const wasNamed = saved[`name.${language}`] !== ''
    return (
      values[`name.${language}`]?.trim() === '' && (at === 0 || wasNamed || values[`description.${language}`] !== '')
    )
  })
  return {
    ...Object.fromEntries(nameless.map((language) => [`name.${language}`, 'Enter a name'])),
    ...(saved.slug !== '' && values.slug.trim() === '' && { slug: 'Enter an address' }),
  }
}

/**
 * Returns one request for each changed language. The first request also contains the changes without a language, and
 * exists even if no language was changed.
 */
export function bodiesOf(
  changes: Partial<CategoryValues>,
  base: Partial<CategoryValues>,
  languages: string[],
): CategoryChange[] {
  const texts = languages.flatMap((language) => {
    const [name, description] = [changes[`name.${language}`], changes[`description.${language}`]]
    if (name === undefined && description === undefined) return []
    const words = { ...(name?.trim() && { name }), ...(description !== undefined && { description }) }
    return [{ language, ...words, base: wordsIn(base, language) }]
  })
  const [text, ...others] = texts
  return [{ ...commonIn(changes), ...text, base: { ...commonIn(base), ...text?.base } }, ...others]
}

const commonIn = ({ slug, icon, visibility, parent }: Partial<CategoryValues>) => ({
  ...(slug && { slug }),
  ...(icon && { icon }),
  ...(visibility && { visibility }),
  ...(parent !== undefined && { parent: parent === none ? null : parent }),
})

function wordsIn(values: Partial<CategoryValues>, language: string) {
  const [name, description] = [values[`name.${language}`], values[`description.${language}`]]
  return { ...(name !== undefined && { name }), ...(description !== undefined && { description }) }
}

export function newCategoryOf(values: CategoryValues, first: string): z.input<typeof createCategory.body> {
  const { slug, icon, visibility, parent } = values
  return {
    name: values[`name.${first}`] ?? '',
    description: values[`description.${first}`] ?? '',
    icon,
    visibility,
    parent: parent === none ? null : parent,
    ...(slug && { slug }),
  }
}

const places: Record<string, string> = {
  'category-slug-taken': 'slug',
  'category-in-itself': 'parent',
  'category-too-deep': 'parent',
  'category-not-found': 'parent',
}

export function placed(problem: Problem, language: string): Problem {
  const place = places[problem.code]
  if (place) return { ...problem, fields: { [place]: problem.detail } }
  if (!problem.fields) return problem
  const isText = (name: string) => name === 'name' || name === 'description'
  const fields = Object.entries(problem.fields).map(([name, text]) => [
    isText(name) ? `${name}.${language}` : name,
    text,
  ])
  return { ...problem, fields: Object.fromEntries(fields) }
}

export const languageOfFault = (faults: Record<string, string> = {}) =>
  Object.keys(faults).map((name) => /^(?:name|description)\.(.+)$/.exec(name)?.[1])[0]
