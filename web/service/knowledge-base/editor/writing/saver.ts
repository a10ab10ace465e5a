import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import type { Problem } from '#contract/refusals.ts'
import type { Document } from '#contract/writing/document.ts'
import { watchJoins } from '#web/lib/network/joined.ts'

/** What saves by itself while it is written. */
export type Lines = Record<'title' | 'excerpt' | 'metaTitle' | 'metaDescription', string>
export type Changes = Partial<Lines> & { document?: Document }

/** `base` is the revision it began from; an article that does not exist yet has none. */
export type Save = { base: number | undefined; changes: Changes }

/** What the server does not have yet. `sent` went to it before that and was not answered, so it may have it. */
export type Unsaved = Save & { sent?: Save }

export type SaveState =
  | { is: 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' }
  | { is: 'refused'; problem: Problem }

type Refused = Problem & { retryAfterSeconds?: number }
export type SaveOutcome = { answer?: EditedArticle; problem?: Refused }

export type SaverParts = {
  send: (save: Save) => Promise<SaveOutcome>
  readDocument: () => Document
  /** Keeps on this computer what the server does not have yet; null when it has all. */
  keep: (unsaved: Unsaved | null) => void
  /** What the server made of it. False where it cannot be joined with what was written since. */
  onSaved: (article: EditedArticle, sent: Changes) => Promise<boolean>
  onConflict: () => void
  /** What waited for a connection is saved, and with it stands what others wrote meanwhile. */
  onJoined: () => void
  onState: (state: SaveState) => void
}

const typingMs = 1000
const keepMs = 200
const retryMs = 3000

/**
 * Saves a text within a second of each change, also of one who types on without a break, one save at a time, and keeps it
 * on this computer until the server has it.
 */
export function createSaver(parts: SaverParts, begun: number | undefined) {
  let base = begun
  let lines: Partial<Lines> = {}
  let isWritten = false
  let isStopped = false
  let told: SaveState = { is: 'saved' }
  const joins = watchJoins(parts.onJoined)
  let sending: Promise<void> | undefined
  /** Sent, and not answered. Where the answer was lost it goes again as it was: newer words on its base would contest it. */
  let sent: Save | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let keepTimer: ReturnType<typeof setTimeout> | undefined

  const isDirty = () => sent !== undefined || isWritten || Object.keys(lines).length > 0
  const pending = (): Save => ({ base, changes: { ...lines, ...(isWritten && { document: parts.readDocument() }) } })

  /** Once: a page that is drawn anew at each key is slow to write on. */
  function tell(state: SaveState) {
    if (state.is === told.is && state.is !== 'refused') return
    told = state
    parts.onState(state)
  }

  function changed(changes: Partial<Lines> | 'document') {
    if (changes === 'document') isWritten = true
    else lines = { ...lines, ...changes }
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
    if (!isDirty() || isStopped) return !isDirty()
    const isAgain = sent !== undefined
    sending = save(sent ?? takePending()).finally(() => {
      sending = undefined
    })
    await sending
    return isAgain && !sent && isDirty() ? flush() : !isDirty()
  }

  function takePending(): Save {
    const wanted = pending()
    lines = {}
    isWritten = false
    return wanted
  }

  async function save(wanted: Save) {
    sent = wanted
    keepNow()
    tell({ is: 'saving' })
    const { answer, problem } = await parts.send(wanted)
    if (problem && isPassing(problem)) return tryLater(problem)
    sent = undefined
    if (answer) return take(answer, wanted)
    takeBack(wanted.changes)
    refuse(problem!)
  }

  async function take(answer: EditedArticle, { base: from, changes }: Save) {
    if (!(await parts.onSaved(answer, changes))) {
      // What is kept on this computer begins where it began, so that it does not come over theirs later.
      takeBack(changes)
      return stop()
    }
    base = answer.revision
    joins.isSaved(base, from)
    keepNow()
    tell({ is: isDirty() ? 'waiting' : 'saved' })
    if (isDirty()) sendIn(typingMs)
  }

  /** What was written since is newer. */
  function takeBack({ document, ...given }: Changes) {
    lines = { ...given, ...lines }
    isWritten ||= document !== undefined
    keepNow()
  }

  function refuse(problem: Refused) {
    if (isConflict(problem)) {
      stop()
      return parts.onConflict()
    }
    tell({ is: 'refused', problem })
  }

  /** Nothing is sent before somebody chose what stays. */
  function stop() {
    isStopped = true
    tell({ is: 'conflict' })
  }

  function tryLater({ retryAfterSeconds }: Refused) {
    keepNow()
    joins.isOffline()
    tell({ is: 'offline' })
    sendIn((retryAfterSeconds ?? 0) * 1000 || retryMs)
  }

  return {
    changed,
    flush,
    keepNow,
    isDirty,
    changes: () => pending().changes,
    base: () => base,
    /** What the page shows now is what a revision holds, with `rest` still to be saved on top of it. */
    goOnFrom(revision: number, rest: { lines: Partial<Lines>; isWritten: boolean }) {
      base = revision
      sent = undefined
      lines = rest.lines
      isWritten = rest.isWritten
      isStopped = false
      keepNow()
      tell({ is: isDirty() ? 'waiting' : 'saved' })
      if (isDirty()) void flush()
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
