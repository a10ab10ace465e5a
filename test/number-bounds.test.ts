import { test } from 'vitest'
import type { z } from 'zod'
import { expectOfEach } from '#test/each-of.ts'
import { app } from '#test/world.ts'

type Definition = {
  type: string
  shape?: Record<string, unknown>
  options?: unknown[]
  in?: unknown
  element?: unknown
  valueType?: unknown
  innerType?: unknown
}
type Leaf = [name: string, schema: z.ZodType]

/** Every number that an input takes. */
function numbersIn(schema: unknown, name: string): Leaf[] {
  const { def } = (schema as z.ZodType)._zod as unknown as { def: Definition }
  if (def.type === 'number') return [[name, schema as z.ZodType]]
  if (def.type === 'object') return Object.entries(def.shape!).flatMap(([key, one]) => numbersIn(one, `${name}.${key}`))
  if (def.type === 'union') return def.options!.flatMap((one) => numbersIn(one, name))
  const within = def.element ?? def.valueType ?? def.in ?? def.innerType
  return within ? numbersIn(within, name) : []
}

/** A condition and the bounds of a field are kept as JSON. */
const isJson = (name: string) => / body\.fields\.(condition\.equals|min|max)$/.test(name)

const numbers = app.endpoints.flatMap(({ method, path, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? numbersIn(schema, `${method} ${path} ${part}`) : [],
  ),
)

const kept = numbers.filter(([name]) => !isJson(name))

test('no endpoint takes a number that has no room in the database', () =>
  expectOfEach(kept, (schema) => {
    for (const number of [2_147_483_648, -2_147_483_649])
      if (schema.safeParse(number).success) throw new Error(`takes ${number}`)
  }))
