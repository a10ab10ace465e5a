import type { z } from 'zod'

/** An input value that contains no other values. */
export type Leaf = { path: string; schema: z.ZodType }

type Definition = {
  type: string
  shape?: Record<string, unknown>
  options?: unknown[]
  in?: unknown
  element?: unknown
  valueType?: unknown
  innerType?: unknown
}
const definitionOf = (schema: unknown) => ((schema as z.ZodType)._zod as unknown as { def: Definition }).def

/** Returns all values of the given type in an input, with their paths. */
export function inputsOf(type: 'string' | 'number', schema: unknown, path = ''): Leaf[] {
  const def = definitionOf(schema)
  const isLeaf = def.type === type || (def.type === 'pipe' && definitionOf(def.in).type === type)
  if (isLeaf) return [{ path, schema: schema as z.ZodType }]
  const below = (part: unknown, end = '') => inputsOf(type, part, `${path}${end}`)
  if (def.type === 'object') return Object.entries(def.shape!).flatMap(([name, part]) => below(part, `.${name}`))
  if (def.type === 'array') return below(def.element, '[]')
  if (def.type === 'record') return below(def.valueType, '{}')
  if (def.type === 'union') return def.options!.flatMap((part) => below(part))
  if (def.type === 'pipe') return below(def.in)
  return def.innerType ? below(def.innerType) : []
}
