import type { Problem } from '#contract/refusals.ts'
import type { Values } from '#web/fields/form/field-shape.ts'
import { watchJoins } from '#web/lib/network/joined.ts'

/** `base` is the revision it began from; an entry that does not exist yet has none. */
export type Save = { base: number | undefined; changes: Values }

/** What the server does not have yet. `sent` went to it before that and was not answered, so it may have it. */
export type Unsaved = Save & { sent?: Save }

export type SaveState =
  | { is: 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' }
  | { is: 'refused'; problem: Problem }

/** An answer is the entry as it is delivered, flat. */
export type Saved = { revision: number; values: Values }
type Refused = Problem & { retryAfterSeconds?: number }
export type SaveOutcome = { answer?: Saved; problem?: Refused }

export type SaverParts = {
  send: (save: Save) => Promise<SaveOutcome>
  /** Keeps on this computer what the server does not have yet; null when it has all. */
  keep: (unsaved: Unsaved | null) => void
  /** What the server made of it; the revision to go on from. */
  onSaved: (saved: Saved, sent: Save) => Promise<number>
  /** What is wrong with values, by the paths of fields. */
  onFaults: (faults: Record<string, string>) => void
  onConflict: () => void
  /** What waited for a connection is saved, and with it stands what others wrote meanwhile. */
  onJoined: () => void
  onState: (state: SaveState) => void
}

const typingMs = 1000
const keepMs = 200
const retryMs = 3000

/**
 * Saves values within a second of each change, one save at a time, and keeps them on this computer until the server has
 * them. A value that is refused is held back, so that the others are saved.
 */
export function createSaver(parts: SaverParts, begun: number | undefined) {
  let base = begun
  let changes: Values = {}
  let heldBack: Values = {}
  let refusal: Problem | undefined
  let isStopped = false
  let told: SaveState = { is: 'saved' }
  const joins = watchJoins(parts.onJoined)
  let sending: Promise<void> | undefined
  /** Sent, and not answered. Where the answer was lost it goes again as it was: newer values on its base would contest it. */
  let sent: Save | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let keepTimer: ReturnType<typeof setTimeout> | undefined

  const hasChanges = () => Object.keys(changes).length > 0
  const isDirty = () => sent !== undefined || hasChanges() || Object.keys(heldBack).length > 0
  const pending = (): Save => ({ base, changes: { ...heldBack, ...changes } })

  /** Once: a page that is drawn anew at each key is slow to write on. */
  function tell(state: SaveState) {
    if (state.is === told.is && state.is !== 'refused') return
    told = state
    parts.onState(state)
  }

  function changed(key: string, value: unknown) {
    changes = { ...changes, [key]: value }
    delete heldBack[key]
    keepTimer ??= setTimeout(keepNow, keepMs)
    if (isStopped) return
    if (!sending) tell({ is: 'waiting' })
    timer ??= setTimeout(flush, typingMs)
  }

  function keepNow() {
    clearTimeout(keepTimer)
    keepTimer = undefined
    parts.keep(isDirty() ? { ...pending(), ...(sent && { sent }) } : null)
  }

  function sendIn(waitMs: number) {
    clearTimeout(timer)
    timer = setTimeout(flush, waitMs)
  }

  /** Saves now. Answers whether the server has all of it. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    while (sending) await sending
    if ((!sent && !hasChanges()) || isStopped) return !isDirty()
    const isAgain = sent !== undefined
    sending = save(sent ?? takeChanges()).finally(() => {
      sending = undefined
    })
    await sending
    return isAgain && !sent && hasChanges() ? flush() : !isDirty()
  }

  function takeChanges(): Save {
    const wanted = { base, changes }
    changes = {}
    return wanted
  }

  async function save(wanted: Save) {
    sent = wanted
    keepNow()
    tell({ is: 'saving' })
    const { answer, problem } = await parts.send(wanted)
    if (answer) return take(answer, wanted)
    if (isPassing(problem!)) return tryLater(wanted, problem!)
    sent = undefined
    changes = { ...wanted.changes, ...changes }
    keepNow()
    refuse(wanted, problem!)
  }

  async function take(answer: Saved, wanted: Save) {
    base = await parts.onSaved(answer, wanted)
    if (!isStopped) joins.isSaved(base, wanted.base)
    sent = undefined
    refusal = Object.keys(heldBack).length > 0 ? refusal : undefined
    keepNow()
    tellRest()
  }

  function tellRest() {
    if (isStopped) return
    if (hasChanges()) {
      tell({ is: 'waiting' })
      sendIn(typingMs)
    } else tell(refusal ? { is: 'refused', problem: refusal } : { is: 'saved' })
  }

  function tryLater(wanted: Save, { retryAfterSeconds }: Refused) {
    sent = wanted
    keepNow()
    joins.isOffline()
    tell({ is: 'offline' })
    sendIn((retryAfterSeconds ?? 0) * 1000 || retryMs)
  }

  function refuse(wanted: Save, problem: Refused) {
    if (isConflict(problem)) {
      isStopped = true
      tell({ is: 'conflict' })
      return parts.onConflict()
    }
    refusal = problem
    const faults = faultsOf(problem)
    parts.onFaults(faults)
    holdBack(wanted, faults)
    tell({ is: 'refused', problem })
  }

  /** What is wrong waits until it is changed; where something is missing, all of it does. */
  function holdBack({ changes: given }: Save, faults: Record<string, string>) {
    const wrong = new Set(Object.keys(faults).map((path) => path.split('.')[0]!))
    const isMissing = [...wrong].some((key) => !(key in given))
    const held = Object.keys(given).filter((key) => wrong.has(key) && Object.is(changes[key], given[key]))
    if (isMissing || held.length === 0) return
    for (const key of held) {
      heldBack = { ...heldBack, [key]: changes[key] }
      delete changes[key]
    }
    keepNow()
    if (hasChanges()) sendIn(0)
  }

  return {
    changed,
    flush,
    keepNow,
    isDirty,
    /** Whether a value was changed since it was sent. */
    isChanged: (key: string) => key in changes || key in heldBack,
    changes: () => pending().changes,
    base: () => base,
    /** What the page shows now is what a revision holds, with `rest` still to be saved on top of it. */
    goOnFrom(revision: number | undefined, rest: Values) {
      base = revision
      sent = undefined
      changes = rest
      heldBack = {}
      refusal = undefined
      isStopped = false
      keepNow()
      tell({ is: isDirty() ? 'waiting' : 'saved' })
      if (isDirty()) void flush()
    },
    /** What is not saved, joined with what others wrote. */
    replace(values: Values) {
      for (const [key, value] of Object.entries(values)) {
        if (key in heldBack) heldBack = { ...heldBack, [key]: value }
        else changes = { ...changes, [key]: value }
      }
    },
    /** Two values were found to be in each other's way after they were sent. */
    stop() {
      isStopped = true
      tell({ is: 'conflict' })
    },
    /** What is not saved stays kept; whoever comes back gets it. */
    leave() {
      keepNow()
      clearTimeout(timer)
      timer = undefined
    },
  }
}

export const isConflict = ({ code }: Pick<Problem, 'code'>) => code === 'conflict' || code === 'changed-meanwhile'

/** Nobody knows whether the server took it, an answer that came in part among them; or it takes it later. */
const isPassing = ({ status }: Problem) => status < 400 || status === 429 || status >= 500

/** The API names a field as it stands in the body. */
export const faultsOf = ({ fields }: Pick<Problem, 'fields'>): Record<string, string> =>
  Array.isArray(fields)
    ? {}
    : Object.fromEntries(Object.entries(fields ?? {}).map(([path, words]) => [path.replace(/^fields\./, ''), words]))
