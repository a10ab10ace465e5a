/**
 * Checks one rule for many things, such as every endpoint or every table, in one test: `rule` throws for a thing that
 * breaks the rule. Fails with a list of these things, and also fails if `things` is empty.
 */
export async function expectOfEach<T>(things: (readonly [name: string, thing: T])[], rule: (thing: T) => unknown) {
  if (things.length === 0) throw new Error('There is nothing that the rule could be held for.')
  const broken: string[] = []
  for (const [name, thing] of things) {
    try {
      await rule(thing)
    } catch (error) {
      broken.push(`${name}: ${(error as Error).message}`)
    }
  }
  if (broken.length > 0) throw new Error(`${broken.length} of ${things.length} break the rule:\n${broken.join('\n')}`)
}
