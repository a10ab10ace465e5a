import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditedEntry } from '#contract/content/entries.ts'
import { isSameValue } from '#contract/is-same.ts'
import type { Choice } from '#contract/writing/merging/contest.ts'
import { componentsByName, withoutLocalized } from '#web/fields/components/localized-parts.ts'
import { isEmpty, type Values } from '#web/fields/form/field-shape.ts'
import { beforeSignOut } from '#web/lib/kept/before-sign-out.ts'
import { dropKept, findLeft, type Kept, openKept } from '#web/lib/kept/kept-work.ts'
import { joinedNote } from '#web/lib/network/joined.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { EntryPageData } from './entry-data.ts'
import type { KeyConflict } from './join-values.ts'
import { createSaver, faultsOf, isConflict, type Save, type Saved, type SaveState, type Unsaved } from './saver.ts'
import { createSender } from './send-entry.ts'
import { useFieldFaults } from './use-field-faults.ts'

/** Values that do not join by themselves, with nothing sent before somebody chooses. */
export type Conflict = {
  /** What both began from, as far as it is known. */
  base: Values
  theirs: EditedEntry
  /** What a closed page left behind; else it is what is written here. */
  left?: { values: Values; key: string }
  /** Somebody closed the question and writes on. */
  isPutOff: boolean
  /** Somebody asked for it, and has the keyboard in it. */
  isWanted: boolean
}

/** It comes when two have written. */
const loadJoining = () => import('./join-values.ts')

export type EntryText = ReturnType<typeof useEntryValues>

/** What is being written in one language: shown, saved, kept while it is not, and joined with what others write. */
export function useEntryValues(data: EntryPageData, onCreated: (id: string) => void) {
  const { language, viewer, model } = data
  const showToast = useToast()
  const [values, setValues] = useState(() => shownValues(data))
  const [state, setState] = useState<SaveState>({ is: 'saved' })
  const [conflict, setConflict] = useState<Conflict>()
  const faults = useFieldFaults()
  const latest = useRef(values)
  latest.current = values
  /** As the server had them at the revision that changes begin from. */
  const known = useRef(values)
  const kept = useRef<ReturnType<typeof openKept<Unsaved>>>(undefined)
  const isTextThere = useRef(data.entry !== null && !data.isMissing)
  const prefixOf = (id: string) => `entry ${viewer.id} ${id} ${language} `

  const joining = useRef<Awaited<ReturnType<typeof loadJoining>>>(undefined)

  function show(next: Values) {
    latest.current = next
    setValues(next)
  }

  /** Into the inputs before the next key, which would be written into the values as they were. */
  function showNow(next: Values) {
    latest.current = next
    flushSync(() => setValues(next))
  }

  async function readTheirs() {
    const [theirs, parts] = await Promise.all([sender.readNow(), loadJoining()])
    joining.current = parts
    return theirs
  }

  const join = (base: Values, theirs: EditedEntry, yours: Values, choices?: Record<string, Choice>) =>
    joining.current!.joinValues(
      { fields: model.fields, components: data.components },
      Object.keys(yours),
      { base, theirs: theirs.fields, yours },
      choices,
    )

  function openPlace(id: string) {
    kept.current?.keep(null)
    kept.current?.close()
    kept.current = openKept(prefixOf(id))
  }

  const [sender] = useState(() =>
    createSender({
      model: model.pluralKey,
      id: data.entry?.id,
      language,
      onCreated(id) {
        openPlace(id)
        onCreated(id)
      },
    }),
  )

  const [saver] = useState(() =>
    createSaver(
      {
        send: sender.save,
        keep: (save) => kept.current?.keep(save),
        onState: setState,
        onFaults: faults.take,
        onConflict: () => void askAbout(),
        onJoined: () => showToast({ text: joinedNote }),
        onSaved: takeSaved,
      },
      data.entry?.revision,
    ),
  )

  /** Where others wrote as well, their values are read before anything else is sent. */
  async function takeSaved(saved: Saved, { base, changes }: Save): Promise<number> {
    isTextThere.current = true
    faults.mend(Object.keys(changes))
    known.current = { ...known.current, ...changes }
    takeMadeSlugs(saved)
    if (base === undefined || saved.revision <= base + 1) return saved.revision
    const theirs = await readTheirs()
    if (!theirs) return saved.revision
    const [before, pending] = [known.current, saver.changes()]
    const joined = join(before, theirs, pending)
    known.current = { ...theirs.fields }
    if (joined.conflicts.length === 0) {
      saver.replace(joined.values)
      showNow({ ...theirs.fields, ...joined.values })
      return theirs.revision
    }
    showNow({ ...theirs.fields, ...pending })
    saver.stop()
    setConflict({ base: before, theirs, isPutOff: false, isWanted: false })
    // What is kept on this computer is not to come over theirs later.
    return base
  }

  /** The server makes a slug of the title. */
  function takeMadeSlugs({ values: made }: Saved) {
    const slugs = model.fields.filter(({ kind, key }) => kind === 'slug' && !saver.isChanged(key))
    const fresh = slugs.filter(({ key }) => !isSameValue(latest.current[key], made[key]))
    if (fresh.length === 0) return
    const pairs = Object.fromEntries(fresh.map(({ key }) => [key, made[key]]))
    known.current = { ...known.current, ...pairs }
    show({ ...latest.current, ...pairs })
  }

  /** Joins what is written here, or was left behind, with what the server has; asks where both changed the same. */
  async function askAbout(asked: Partial<Pick<Conflict, 'left' | 'base' | 'isWanted'>> = {}) {
    const theirs = await readTheirs()
    if (!theirs) return
    const { left, isWanted = false, base = known.current } = asked
    const joined = join(base, theirs, left?.values ?? saver.changes())
    if (joined.conflicts.length === 0) return goOn(theirs, joined.values, left)
    setConflict({ base, theirs, ...(left && { left }), isPutOff: false, isWanted })
  }

  /** Both may have written on since the question was put off. */
  async function askAgain() {
    if (!conflict) return
    await saver.flush()
    await askAbout({ ...conflict, isWanted: true })
  }

  /** For what needs all of it on the server: a question that was put off comes back. */
  async function flushOrAsk(): Promise<boolean> {
    if (!conflict) return saver.flush()
    await askAgain()
    return false
  }

  /** Values of both are shown, and saved on top of theirs. */
  function goOn(theirs: EditedEntry, joined: Values, left?: Conflict['left']) {
    const rest = { ...joining.current!.changedIn(joined, theirs.fields), ...(left && saver.changes()) }
    if (left) dropKept(left.key)
    setConflict(undefined)
    known.current = { ...theirs.fields }
    showNow({ ...theirs.fields, ...rest })
    saver.goOnFrom(theirs.revision, rest)
  }

  /** What was chosen for each contested field, with every letter that was written up to now. */
  function settle(choices: Record<string, Choice>) {
    if (!conflict) return
    const { base, theirs, left } = conflict
    goOn(theirs, join(base, theirs, left?.values ?? saver.changes(), choices).values, left)
  }

  // The question follows what is written on while it is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is changed is in the values
  const conflicts = useMemo((): KeyConflict[] => {
    if (!conflict) return []
    return join(conflict.base, conflict.theirs, conflict.left?.values ?? saver.changes()).conflicts
  }, [conflict, values])
  // Who took back what was contested has nothing to choose any more.
  const isSettled = conflict !== undefined && conflicts.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is
  useEffect(() => {
    if (isSettled) queueMicrotask(() => settle({}))
  }, [isSettled])

  /** What others wrote, where nothing of our own waits to be saved. */
  function adopt() {
    const { entry, isMissing } = data
    if (!entry || saver.isDirty() || entry.revision <= (saver.base() ?? 0)) return
    if (isMissing && isTextThere.current) return
    const next = shownValues(data)
    known.current = next
    showNow(next)
    faults.clear()
    saver.goOnFrom(entry.revision, {})
  }

  function change(key: string, value: unknown) {
    show({ ...latest.current, [key]: value })
    faults.mend([key])
    saver.changed(key, value)
  }

  /** What was written meanwhile stays. */
  function fillEmpty(given: Values) {
    for (const [key, value] of Object.entries(given)) if (isEmpty(latest.current[key])) change(key, value)
  }

  /** An entry that was begun goes on here; what was written of another is saved as if its page were still open. */
  async function takeLeft(left: Kept<Unsaved>) {
    const changes = { ...left.sent?.changes, ...left.changes }
    if (sender.id() === undefined) {
      for (const [key, value] of Object.entries(changes)) change(key, value)
      return dropKept(left.key)
    }
    const { answer, problem } = await sender.saveLeft(left)
    const leftValues = { values: changes, key: left.key }
    if (problem && isConflict(problem)) return askAbout({ base: baseOf(problem), left: leftValues })
    if (answer) {
      const theirs = await readTheirs()
      return theirs && goOn(theirs, {}, leftValues)
    }
    // Wrong values are shown where they can be put right.
    if (Object.keys(faultsOf(problem ?? {})).length === 0) return
    dropKept(left.key)
    for (const [key, value] of Object.entries(changes)) change(key, value)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the text that the page is for
  useEffect(() => {
    const place = data.entry?.id ?? `new ${model.key}`
    openPlace(place)
    findLeft<Unsaved>(prefixOf(place)).then(async (found) => {
      for (const left of found) await takeLeft(left)
    })
    const stay = beforeSignOut(saver.flush)
    window.addEventListener('pagehide', saver.keepNow)
    window.addEventListener('online', saver.flush)
    return () => {
      stay()
      window.removeEventListener('pagehide', saver.keepNow)
      window.removeEventListener('online', saver.flush)
      saver.leave()
      kept.current?.close()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was read anew
  useEffect(() => queueMicrotask(adopt), [data.entry])

  return {
    ...{ values, state, conflict, conflicts, change, fillEmpty, settle, askAgain, faults },
    latest: () => latest.current,
    putOff: () => setConflict((asked) => asked && { ...asked, isPutOff: true, isWanted: false }),
    id: sender.id,
    flush: saver.flush,
    flushOrAsk,
    isUnsaved: () => saver.isDirty() || faults.hasHeld(),
  }
}

/** A refusal says what contested fields began from, if the server still knows it. */
const baseOf = (problem: object): Values => (problem as { base?: Values }).base ?? {}

/** Of a language that has no text yet, what is the same in all. */
function shownValues({ entry, isMissing, model, components }: EntryPageData): Values {
  const values = { ...entry?.fields }
  if (entry && !isMissing) return values
  const byName = componentsByName(components)
  for (const field of model.fields) {
    if (field.localized || !entry) delete values[field.key]
    else if (field.key in values) values[field.key] = withoutLocalized(field, values[field.key], byName)
  }
  return values
}
