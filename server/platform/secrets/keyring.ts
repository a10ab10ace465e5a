/**
 * A key and the rotated ones, the oldest last. The first one signs and seals. Signatures and seals of all are accepted.
 */
export type Keyring = readonly [Buffer, ...Buffer[]]

/** For hashes in rows that outlive a rotation: the oldest key is used. */
export const oldestOf = (keys: Keyring): Buffer => keys.at(-1)!

export function firstKnown<T>(keys: Keyring, read: (key: Buffer) => T | null): T | null {
  for (const key of keys) {
    const found = read(key)
    if (found !== null) return found
  }
  return null
}
