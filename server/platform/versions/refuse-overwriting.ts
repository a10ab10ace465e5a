import { isSame } from '#contract/is-same.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Settings = Record<string, unknown>
type Writing = {
  /** The settings that the caller read. Without them nothing is compared. */
  base: Settings | undefined
  current: Settings
  wanted: Settings
}

/**
 * Refuses to overwrite settings that another caller changed meanwhile. The refusal shows the values of both callers. If
 * both set the same value, there is no conflict.
 */
export function refuseOverwriting({ base, current, wanted }: Writing) {
  const names = Object.keys(wanted).filter((name) => {
    const isComparable = base !== undefined && name in base
    return isComparable && !isSame(base[name], current[name]) && !isSame(wanted[name], current[name])
  })
  if (names.length === 0) return
  const of = (settings: Settings) => Object.fromEntries(names.map((name) => [name, settings[name] ?? null]))
  throw new Refusal('conflict', {
    detail:
      'Somebody else changed the same settings. Nothing was saved. Save again to keep yours, or discard to take theirs.',
    fields: Object.fromEntries(names.map((name) => [name, wordsOf(current[name])])),
    shown: { base: of(base!), theirs: of(current), yours: of(wanted) },
  })
}

const wordsOf = (theirs: unknown) =>
  typeof theirs === 'string' || typeof theirs === 'number'
    ? `Somebody else changed this to “${theirs}”. Save again to keep yours.`
    : 'Somebody else changed this meanwhile. Save again to keep yours.'
