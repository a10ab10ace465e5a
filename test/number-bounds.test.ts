import { test } from 'vitest'
import { expectOfEach } from '#test/each-of.ts'
import { inputsOf } from '#test/inputs-of.ts'
import { app } from '#test/world.ts'

/** The value of a condition and the bounds of a field are stored as JSON, so any number fits. */
const isJson = (name: string) =>
  /( body\.fields\[\]|\/(ticket|customer|company)-fields(\/:id)? body(\.base)?)\.(condition\.equals(\[\])?|min|max)$/.test(
    name,
  )

const numbers = app.endpoints
  .flatMap(({ method, path, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? inputsOf('number', schema, `${method} ${path} ${part}`) : [],
    ),
  )
  .map(({ path, schema }) => [path, schema] as const)
  .filter(([name]) => !isJson(name))

test('no endpoint takes a number that has no room in the database', () =>
  expectOfEach(numbers, (schema) => {
    for (const number of [2_147_483_648, -2_147_483_649])
      if (schema.safeParse(number).success) throw new Error(`takes ${number}`)
  }))
