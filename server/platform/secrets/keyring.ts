/**
 * A key, and behind it those that were rotated away, the oldest one last. The first one signs and seals; what any of them
 * signed or sealed is still known.
 */
export type Keyring = readonly [Buffer, ...Buffer[]]

/** What is compared with rows that outlive a rotation keeps the key by which the first of them were made. */
export const oldestOf = (keys: Keyring): Buffer => keys.at(-1)!

/** What the first of the keys that knows it makes of it, or null where none does. */
export function firstKnown<T>(keys: Keyring, read: (key: Buffer) => T | null): T | null {
  for (const key of keys) {
    const found = read(key)
    if (found !== null) return found
  }
  return null
}
