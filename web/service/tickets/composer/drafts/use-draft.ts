import { type RefObject, useEffect, useRef, useState } from 'react'
import { isSame } from '#contract/is-same.ts'
import type { Problem } from '#contract/refusals.ts'
import { htmlOfText } from '#web/lib/html-of-text.ts'
import { beforeSignOut } from '#web/lib/kept/before-sign-out.ts'
import type { KeptWork } from '#web/lib/kept/kept-work.ts'
import { useKept } from '#web/lib/kept/use-kept.ts'
import { retryUntilOnline } from '#web/lib/network/network.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import type { UploadedFile } from '#web/lib/uploads/upload.ts'
import type { Draft, SideDraft } from '#web/service/tickets/ticket/types.ts'

export type DraftState = 'none' | 'saving' | 'saved' | 'offline' | { refused: string }

/** The delay from the first unsaved change to the save. More typing does not extend it. */
const typingMs = 1_000
const retryMs = 5_000
const mostSent = 5
/** The server deletes unused uploads after 24 hours, so stored files are restored only for 20 hours. */
const fileLifeMs = 20 * 60 * 60_000

type Version = { revision: string | null; text: DraftText }

/** What the server stores of a draft. Drafts of side conversations are replies without macros. */
export type StoredDraft = Pick<Draft, 'html' | 'attachments' | 'revision'> &
  Partial<Pick<Draft, 'kind' | 'macro'> & Pick<SideDraft, 'to'>>

type NewVersion = { html: string; attachments: string[]; base: string | null; revision: string }

/** Where a draft is stored on the server. */
export type DraftStore = {
  save: (
    version: NewVersion & Pick<DraftText, 'kind' | 'macro' | 'to'>,
    keepalive?: boolean,
  ) => Promise<{ answer?: StoredAnswer; problem?: Problem & { retryAfterSeconds?: number | undefined } }>
  find: () => Promise<{ answer?: StoredAnswer }>
}
type StoredAnswer = { draft: StoredDraft | null }

type DraftInput = {
  /** Where the browser keeps the draft until the server has it. */
  prefix: string
  store: DraftStore
  draft: StoredDraft | null
  /** Grows with each message, because another window may have sent the draft. */
  messageCount: number
  /** True while it is unknown whether the draft was sent, so that the author can send it again. */
  isInDoubt?: RefObject<boolean>
  /** The recipients without a stored draft. */
  to: string[]
  read: () => WritingText
  /** Shows the kind, text, recipients and files of a draft. Does not change the plain field or move the cursor. */
  show: (text: DraftText, bring: JoinModule['bringText']) => void
  /** Removes text that the browser restored in the plain field, because the stored draft contains it, too. */
  dropEarly: (early: string) => void
}

/** `to`: the recipients in a side conversation. A reply of the ticket has none of its own. */
export type DraftText = Pick<Draft, 'kind' | 'html' | 'macro'> & Pick<SideDraft, 'to'> & { files: UploadedFile[] }

/** The current draft. `early` is text typed in the plain field before the editor loads. It comes after `html`. */
type WritingText = DraftText & { early: string }

const wholeOf = ({ early, ...text }: WritingText): DraftText => ({
  ...text,
  html: text.html + htmlOfText(early),
})

type SentDraft = { revision: string; html: string }

type KeptDraft = WritingText & {
  base: string | null
  baseHtml: string
  baseMacro: Draft['macro']
  baseTo: string[]
  sent: SentDraft[]
}

const emptyText = { kind: 'reply', html: '', files: [], macro: null } as const satisfies Omit<DraftText, 'to'>
const emptyKept = { ...emptyText, early: '', base: null, baseHtml: '', baseMacro: null, sent: [] }

const hasText = ({ html, files }: DraftText) => html !== '' || files.length > 0

// Returns the kind of the merged draft. If a note and a reply are merged, the result is a note, because customers can
// read replies.
const joinedKind = (mine: DraftText, theirs: DraftText) => {
  if (!hasText(mine)) return theirs.kind
  return hasText(theirs) && theirs.kind === 'note' ? 'note' : mine.kind
}

const joinFiles = (theirs: UploadedFile[], mine: UploadedFile[]) => [
  ...theirs,
  ...mine.filter(({ id }) => theirs.every((file) => file.id !== id)),
]

const isSameFiles = (one: UploadedFile[], other: UploadedFile[]) =>
  one.length === other.length && one.every(({ id }, at) => id === other[at]?.id)

type JoinModule = Awaited<ReturnType<typeof loadJoining>>

/** Loads the merge code only when it is needed, because few pages need it. */
async function loadJoining() {
  const [{ joinHtml, joinRecipients }, { joinMacros }, { bringText }] = await retryUntilOnline(() =>
    Promise.all([
      import('./join-drafts.ts'),
      import('./join-macros.ts'),
      import('#web/service/tickets/composer/editor/bring-text.ts'),
    ]),
  )
  return { joinHtml, joinRecipients, joinMacros, bringText }
}

const versionOf = (draft: StoredDraft | null, to: string[]): Version =>
  draft
    ? { revision: draft.revision, text: { ...emptyText, to, ...draft, files: draft.attachments } }
    : { revision: null, text: { ...emptyText, to } }

/** Saves a draft in the browser almost at once, on the server after a second. Merges other windows' changes. */
export function useDraft(drafting: DraftInput) {
  const { prefix, draft } = drafting
  const [state, setState] = useState<DraftState>('none')
  const [isJoined, setJoined] = useState(false)
  const latest = useRef(drafting)
  latest.current = drafting
  const known = useRef<Version>(undefined)
  known.current ??= versionOf(draft, drafting.to)
  const sent = useRef<SentDraft[]>([])
  const timer = useRef(0)
  const isDirty = useRef(false)
  const changes = useRef(0)
  const saving = useRef<Promise<boolean>>(undefined)
  const joins = useRef(0)

  const kept = useKept<Partial<KeptDraft>>({ prefix, read: readKept, take: takeKept })

  function readKept(): KeptDraft | null {
    if (!isDirty.current && sent.current.length === 0) return null
    const { revision, text } = known.current!
    const base = { base: revision, baseHtml: text.html, baseMacro: text.macro, baseTo: text.to }
    return { ...latest.current.read(), ...base, sent: sent.current }
  }

  // Earlier versions kept only the message, without what it is based on. Undo on another page does so, too.
  async function takeKept(work: KeptWork<Partial<KeptDraft>>): Promise<boolean> {
    const { to } = known.current!.text
    const left: KeptWork<KeptDraft> = { ...emptyKept, to, baseTo: to, ...work }
    latest.current.dropEarly(left.early)
    const isNewest =
      left.base === known.current!.revision || left.sent.some(({ revision }) => revision === known.current!.revision)
    const isOld = Date.now() - (left.at ?? 0) > fileLifeMs
    const text = { ...wholeOf(left), files: isOld ? [] : left.files }
    await join(text, isNewest ? known.current!.text : { html: left.baseHtml, macro: left.baseMacro, to: left.baseTo })
    sent.current = [...left.sent, ...sent.current].slice(-mostSent)
    changed()
    return true
  }

  async function join(other: DraftText, base: Pick<DraftText, 'html' | 'macro' | 'to'>) {
    const { joinHtml, joinRecipients, joinMacros, bringText } = await loadJoining()
    // No `await` may follow here, because text typed during it would be lost.
    const mine = latest.current.read()
    const isUntouched = mine.html === base.html
    const html = isUntouched ? other.html : joinHtml(base.html, mine.html, other.html)
    const kind = isUntouched ? other.kind : joinedKind(mine, other)
    const macro = joinMacros(base.macro, mine.macro, other.macro)
    const to = joinRecipients(base.to, mine.to, other.to)
    latest.current.show({ kind, html, macro, to, files: joinFiles(other.files, mine.files) }, bringText)
    const isBoth = html !== mine.html && html !== other.html
    if (isBoth) setJoined(true)
    return isBoth || !isSame(to, mine.to)
  }

  function saveSoon(waitMs: number) {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(flush, waitMs)
  }

  function changed() {
    changes.current += 1
    kept.changed()
    if (isDirty.current) return
    isDirty.current = true
    setState('none')
    if (!saving.current) saveSoon(typingMs)
  }

  async function flush() {
    clearTimeout(timer.current)
    while (saving.current) await saving.current
    let isGoingOn = true
    while (isGoingOn && isDirty.current) {
      saving.current = save()
      isGoingOn = await saving.current
      saving.current = undefined
    }
  }

  // Prepares a save. Stores the new revision first, so that a reloaded page recognizes its own save.
  function begin() {
    isDirty.current = false
    const text = wholeOf(latest.current.read())
    const { kind, html, macro, to, files } = text
    const revision = randomUuid()
    sent.current = [...sent.current, { revision, html }].slice(-mostSent)
    kept.keepNow()
    const written = { kind, html, macro, to, attachments: files.map(({ id }) => id) }
    const send = (keepalive?: boolean) =>
      latest.current.store.save({ ...written, base: known.current!.revision, revision }, keepalive)
    return { text, send }
  }

  async function save(): Promise<boolean> {
    setState('saving')
    const { text, send } = begin()
    const { answer, problem } = await send()
    if (answer) {
      hasSaved({ revision: answer.draft?.revision ?? null, text })
      if (isDirty.current) saveSoon(typingMs)
      setState(isDirty.current ? 'none' : 'saved')
      return false
    }
    isDirty.current = true
    if (problem?.code === 'conflict') {
      await takeOther((problem as Partial<StoredAnswer>).draft ?? null)
      return true
    }
    const isPassing = !problem || problem.status < 400 || problem.status === 429 || problem.status >= 500
    setState(isPassing ? 'offline' : { refused: problem.detail })
    if (isPassing) saveSoon(Math.max(retryMs, (problem?.retryAfterSeconds ?? 0) * 1000))
    return false
  }

  function hasSaved(version: Version) {
    known.current = version
    sent.current = []
    kept.keepNow()
  }

  // Handles a draft on the server that this page does not know. Either this page saved it and the response was lost, or
  // another window saved it.
  async function takeOther(draft: StoredDraft | null) {
    const own = sent.current.find(({ revision }) => revision === draft?.revision)
    const version = versionOf(draft, latest.current.to)
    if (own) hasSaved({ ...version, text: { ...version.text, html: own.html } })
    else {
      if (await join(version.text, known.current!.text)) joins.current += 1
      hasSaved(version)
    }
  }

  // Shows the draft that another window saved. Does nothing if this page has changes, because the next save merges both
  // drafts.
  async function refresh() {
    const isBusy = () => isDirty.current || saving.current !== undefined || (latest.current.isInDoubt?.current ?? false)
    if (isBusy()) return
    const { bringText } = await loadJoining()
    const before = changes.current
    if (isBusy()) return
    const { answer } = await latest.current.store.find()
    if (!answer || isBusy() || changes.current !== before) return
    const version = versionOf(answer.draft, latest.current.to)
    if (version.revision === known.current!.revision) return
    known.current = version
    latest.current.show(version.text, bringText)
  }

  function forget() {
    clearTimeout(timer.current)
    isDirty.current = false
    setJoined(false)
    hasSaved(versionOf(null, latest.current.to))
    setState('none')
  }

  const isNews = (draft?.revision ?? null) !== known.current.revision
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was read anew
  useEffect(() => {
    if (isNews) void refresh()
  }, [draft?.revision, drafting.messageCount])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what leaves is the state of the moment, not of a render
  useEffect(() => {
    const leave = () => {
      if (isDirty.current) void begin().send(true)
    }
    const hide = () => void (document.hidden ? flush() : refresh())
    const hear = ({ key, newValue }: StorageEvent) => {
      if (!document.hidden && newValue === null && key?.startsWith(prefix)) void refresh()
    }
    const stay = beforeSignOut(flush)
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', flush)
    window.addEventListener('storage', hear)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', flush)
      window.removeEventListener('storage', hear)
      document.removeEventListener('visibilitychange', hide)
      stay()
      void flush()
    }
  }, [])

  return {
    ...{ state, changed, flush, refresh, forget, isJoined },
    isKept: kept.isKept,
    hasRecipients: (to: string[]) => isSame(to, known.current!.text.to),
    hasFiles: (files: DraftText['files']) => isSameFiles(files, known.current!.text.files),
    dismissJoined: () => setJoined(false),
    joins: () => joins.current,
    revision: () => known.current!.revision,
  }
}
