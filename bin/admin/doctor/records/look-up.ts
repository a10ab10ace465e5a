import { randomBytes } from 'node:crypto'
import { errorCode } from '#server/platform/error-code.ts'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'

type Answers = { A: string; AAAA: string; TXT: string[]; MX: { exchange: string; priority: number } }

type Lookup<T> = { values: T[]; isThere: boolean }

/** No DNS server answered, so the record may or may not exist. */
export class DnsSilent extends Error {
  readonly code: string
  constructor(name: string, code: string) {
    super(`No DNS server answered for ${name} (${code})`)
    this.code = code
  }
}

/** `isThere`: the name exists, even if it has no record of this type. */
export async function lookUp<T extends keyof Answers>(ask: AskDns, name: string, type: T): Promise<Lookup<Answers[T]>> {
  try {
    return { values: (await ask(name, type)) as unknown as Answers[T][], isThere: true }
  } catch (error) {
    const code = errorCode(error) ?? 'EUNKNOWN'
    if (code === 'ENODATA') return { values: [], isThere: true }
    if (code === 'ENOTFOUND') return { values: [], isThere: false }
    throw new DnsSilent(name, code)
  }
}

export async function findAddresses(ask: AskDns, name: string): Promise<string[]> {
  const [four, six] = await Promise.all([lookUp(ask, name, 'A'), lookUp(ask, name, 'AAAA')])
  return [...four.values, ...six.values]
}

/** Finds TXT records that match `start`. Joins the pieces into which DNS splits a record above 255 bytes. */
export async function findTexts(ask: AskDns, name: string, start: RegExp): Promise<string[]> {
  const { values } = await lookUp(ask, name, 'TXT')
  return values.map((pieces) => pieces.join('')).filter((text) => start.test(text))
}

/** Returns a random name that no workspace has. Only a wildcard record answers for it. */
export const anyLabel = () => `check-${randomBytes(4).toString('hex')}`
