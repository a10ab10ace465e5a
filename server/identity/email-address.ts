import { z } from 'zod'

const Email = z.email().max(254)

/** An address as it is kept: trimmed and in lower case; null when it is none. */
export function normalizeEmail(typed: string): string | null {
  const email = typed.trim().toLowerCase()
  return Email.safeParse(email).success ? email : null
}
