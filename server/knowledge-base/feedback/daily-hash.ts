import { hash, randomBytes } from 'node:crypto'

const dayMs = 24 * 60 * 60_000

/** Hashes names with a random salt, which is replaced every day and never stored. */
export function dailyHash(onNewDay: () => void) {
  let [day, salt] = [-1, '']
  return (name: string, now: number): string => {
    const today = Math.floor(now / dayMs)
    if (today !== day) {
      ;[day, salt] = [today, randomBytes(32).toString('base64url')]
      onNewDay()
    }
    return hash('sha256', salt + name, 'base64url').slice(0, 22)
  }
}
