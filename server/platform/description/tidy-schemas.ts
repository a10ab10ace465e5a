export type Schemas = Record<string, object>

const prefix = '#/components/schemas/'
const refs = /"#\/components\/schemas\/([^"]+)"/g

/** Merges the input and output versions of a named schema if they are equal. Removes unused schemas. */
export function tidySchemas<Document extends { components: { schemas: Schemas } }>(document: Document): Document {
  const { schemas } = document.components
  const same = Object.keys(schemas).filter((name) => name.endsWith('Input') && isSame(schemas, name))
  let text = JSON.stringify(document, withoutNoise)
  for (const name of same) text = text.replaceAll(`"${prefix}${name}"`, `"${prefix}${answered(name)}"`)
  const tidied = JSON.parse(text) as Document
  tidied.components.schemas = usedOf(tidied)
  return tidied
}

/**
 * Removes the pattern of a text that has a format, and the minimum and maximum of safe integers, because they tell
 * readers nothing new.
 */
export function withoutNoise(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value
  const { pattern, format, minimum, maximum, ...schema }: Record<string, unknown> = value
  const isOf = (bound: unknown) => bound !== undefined && Math.abs(Number(bound)) !== Number.MAX_SAFE_INTEGER
  return {
    ...schema,
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && format === undefined && { pattern }),
    ...(isOf(minimum) && { minimum }),
    ...(isOf(maximum) && { maximum }),
  }
}

const answered = (name: string) => name.replace(/Input$/, '')

const isSame = (schemas: Schemas, name: string) =>
  JSON.stringify(schemas[name]).replaceAll(/Input"/g, '"') === JSON.stringify(schemas[answered(name)])

function usedOf({ components: { schemas, ...components }, ...rest }: { components: { schemas: Schemas } }): Schemas {
  const used = new Set<string>()
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(refs)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name])
    }
  }
  follow([rest, components])
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}
