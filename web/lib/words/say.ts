type Coded = { code: string }

export type Words<T extends Coded> = {
  [C in T['code']]: string | ((given: Extract<T, { code: C }>) => string)
}

/** A page that was opened before an update may not know a code, and then shows it. */
export function say<T extends Coded>(words: Words<T>, given: T): string {
  const known = words[given.code as T['code']] as string | ((given: T) => string) | undefined
  if (known === undefined) return given.code.replaceAll('-', ' ')
  return typeof known === 'string' ? known : known(given)
}
