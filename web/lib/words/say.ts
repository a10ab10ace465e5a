type Coded = { code: string }

export type Words<T extends Coded> = {
  [C in T['code']]: string | ((given: Extract<T, { code: C }>) => string)
}

export function say<T extends Coded>(words: Words<T>, given: T): string {
  const known = (words as Record<string, string | ((given: T) => string) | undefined>)[given.code]
  if (known === undefined) return given.code.replaceAll('-', ' ')
  return typeof known === 'string' ? known : known(given)
}
