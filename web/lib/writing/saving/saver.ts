import type { Problem } from '#contract/refusals.ts'
import { watchJoins } from '#web/lib/network/joined.ts'

/** A save request. `base` is the base revision of the changes; undefined if the server does not have the text. */
export type Save<Changes> = { base: number | undefined; changes: Changes }

/** Changes that are not saved yet. `sent` is a request without an answer, so the server may have saved it. */
export type Unsaved<Changes> = Save<Changes> & { sent?: Save<Changes> }

export type SaveState =
  | { is: 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' }
  | { is: 'refused'; problem: Problem }

type SaveProblem = Problem & { retryAfterSeconds?: number }
export type SaveOutcome<Saved> = { answer?: Saved; problem?: SaveProblem }

export type SaverOptions<Changes, Saved> = {
  send: (save: Save<Changes>) => Promise<SaveOutcome<Saved>>
  readChanges?: (changes: Changes) => Changes
  /** Stores the unsaved changes in this browser. Null: everything is saved, so the stored changes are deleted. */
  keep: (unsaved: Unsaved<Changes> | null) => void
  /** Returns the base revision for the next save; undefined if a conflict requires a choice by the person. */
  onSaved: (saved: Saved, sent: Save<Changes>) => Promise<number | undefined>
  onFaults?: (faults: Record<string, string>) => void
  onConflict: () => void
  onJoined: () => void
  onState: (state: SaveState) => void
}

const typingMs = 1000
const keepMs = 200
const retryMs = 3000

/** Creates a saver. It saves one second after the first change. Until then, the browser stores the changes. */
export function createSaver<Changes extends object, Saved>(
  options: SaverOptions<Changes, Saved>,
  firstBase: number | undefined,
) {
  const { readChanges = (read) => read } = options
  const nothing = {} as Changes
  let base = firstBase
  let changes = nothing
  let heldBack = nothing
  let refusal: Problem | undefined
  let isStopped = false
  let told: SaveState = { is: 'saved' }
  const joins = watchJoins(options.onJoined)
  let sending: Promise<void> | undefined
  // The save without an answer. It is repeated unchanged, because the server may already have saved it.
  let sent: Save<Changes> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let keepTimer: ReturnType<typeof setTimeout> | undefined

  const hasChanges = () => Object.keys(changes).length > 0
  const hasHeldBack = () => Object.keys(heldBack).length > 0
  const isDirty = () => sent !== undefined || hasChanges() || hasHeldBack()
  const pending = (): Save<Changes> => ({ base, changes: readChanges({ ...heldBack, ...changes }) })

  /** Reports a state only when it changes, because a render at each key press would slow down typing. */
  function tell(state: SaveState) {
    if (state.is === told.is && state.is !== 'refused') return
    told = state
    options.onState(state)
  }

  function changed(next: Changes) {
    changes = { ...changes, ...next }
    heldBack = without(heldBack, Object.keys(next))
    keepTimer ??= setTimeout(keepNow, keepMs)
    if (isStopped) return
    if (!sending) tell({ is: 'waiting' })
    timer ??= setTimeout(flush, typingMs)
  }

  function keepNow() {
    clearTimeout(keepTimer)
    keepTimer = undefined
    options.keep(isDirty() ? { ...pending(), ...(sent && { sent }) } : null)
  }

  function sendIn(waitMs: number) {
    clearTimeout(timer)
    timer = setTimeout(flush, waitMs)
  }

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

  function takeChanges(): Save<Changes> {
    const taken = { base, changes: readChanges(changes) }
    changes = nothing
    return taken
  }

  async function save(taken: Save<Changes>) {
    sent = taken
    keepNow()
    tell({ is: 'saving' })
    const { answer, problem } = await options.send(taken)
    if (answer) return goOn(answer, taken)
    if (isPassing(problem!)) return tryLater(problem!)
    sent = undefined
    changes = { ...taken.changes, ...changes }
    keepNow()
    refuse(taken, problem!)
  }

  async function goOn(answer: Saved, taken: Save<Changes>) {
    const next = await options.onSaved(answer, taken)
    sent = undefined
    // There is a conflict. The unsaved changes keep their old base, so that they never overwrite changes by other
    // people.
    if (next === undefined) {
      keepNow()
      return stop()
    }
    base = next
    joins.isSaved(base, taken.base)
    if (!hasHeldBack()) refusal = undefined
    keepNow()
    if (hasChanges()) {
      tell({ is: 'waiting' })
      sendIn(typingMs)
    } else tell(refusal ? { is: 'refused', problem: refusal } : { is: 'saved' })
  }

  function tryLater({ retryAfterSeconds }: SaveProblem) {
    keepNow()
    joins.isOffline()
    tell({ is: 'offline' })
    sendIn((retryAfterSeconds ?? 0) * 1000 || retryMs)
  }

  function refuse(taken: Save<Changes>, problem: Problem) {
    if (isConflict(problem)) {
      stop()
      return options.onConflict()
    }
    if (options.onFaults) {
      refusal = problem
      const faults = faultsOf(problem)
      options.onFaults(faults)
      holdBack(taken, faults)
    }
    tell({ is: 'refused', problem })
  }

  // Holds refused values back until the person changes them, and sends the other values. If a fault is about a value
  // that was not in the request, all values wait for the next change.
  function holdBack({ changes: taken }: Save<Changes>, faults: Record<string, string>) {
    const refused = new Set(Object.keys(faults).map((path) => path.split('.')[0]!))
    const isMissing = [...refused].some((key) => !(key in taken))
    const current = new Map<string, unknown>(Object.entries(changes))
    const held = Object.entries(taken).filter(([key, value]) => refused.has(key) && Object.is(current.get(key), value))
    if (isMissing || held.length === 0) return
    heldBack = { ...heldBack, ...Object.fromEntries(held) }
    changes = without(
      changes,
      held.map(([key]) => key),
    )
    keepNow()
    if (hasChanges()) sendIn(0)
  }

  function stop() {
    isStopped = true
    tell({ is: 'conflict' })
  }

  return {
    changed,
    flush,
    keepNow,
    isDirty,
    isChanged: (key: string) => key in changes || key in heldBack,
    changes: () => pending().changes,
    base: () => base,
    goOnFrom(revision: number | undefined, rest: Changes) {
      base = revision
      sent = undefined
      changes = rest
      heldBack = nothing
      refusal = undefined
      isStopped = false
      keepNow()
      tell({ is: isDirty() ? 'waiting' : 'saved' })
      if (isDirty()) void flush()
    },
    replace(values: Changes) {
      const keys = Object.keys(heldBack)
      heldBack = { ...heldBack, ...only(values, (key) => keys.includes(key)) }
      changes = { ...changes, ...without(values, keys) }
    },
    leave() {
      keepNow()
      clearTimeout(timer)
      timer = undefined
    },
  }
}

const without = <Changes extends object>(changes: Changes, keys: string[]) =>
  only(changes, (key) => !keys.includes(key))

const only = <Changes extends object>(changes: Changes, isWanted: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(changes).filter(([key]) => isWanted(key))) as Changes

export const isConflict = ({ code }: Pick<Problem, 'code'>) => code === 'conflict' || code === 'changed-meanwhile'

// Returns whether a retry makes sense: the server was not reached, was overloaded, or failed. The server may already
// have saved the changes.
const isPassing = ({ status }: Problem) => status < 400 || status === 429 || status >= 500

export const faultsOf = ({ fields }: Pick<Problem, 'fields'>): Record<string, string> =>
  Array.isArray(fields)
    ? {}
    : Object.fromEntries(Object.entries(fields ?? {}).map(([path, words]) => [path.replace(/^fields\./, ''), words]))
