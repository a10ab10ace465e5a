/**
 * Holds one rule for many things, such as every endpoint or every table, as one test: `rule` throws for a thing that
 * breaks it. Fails with a list of all that break it, and fails if there is nothing to look at.
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
