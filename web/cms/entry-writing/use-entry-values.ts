import { useEffect, useRef, useState } from 'react'
import type { EditedEntry } from '#contract/entries.ts'
import { isEmpty, type Values } from '#web/fields/form/field-shape.ts'
import { beforeSignOut } from '#web/lib/kept/before-sign-out.ts'
import { dropKept, findLeft, type Kept, openKept } from '#web/lib/kept/kept-work.ts'
import { joinedNote } from '#web/lib/network/joined.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { EntryPageData } from './entry-data.ts'
import { isSameValue } from './same-value.ts'
import { createSaver, faultsOf, isConflict, type Save, type Saved, type SaveState, type Unsaved } from './saver.ts'
import { createSender } from './send-entry.ts'
import { useFieldFaults } from './use-field-faults.ts'

/** Values that do not join by themselves, with nothing sent before somebody chooses. `left` is what a closed page left behind. */
export type Conflict = {
  theirs: EditedEntry
  keys: string[]
  base: Values
  mine: Values
  left?: Kept<Unsaved>
  /** Somebody closed the question and writes on. */
  isPutOff: boolean
}

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

  function show(next: Values) {
    latest.current = next
    setValues(next)
  }

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
        onConflict: askAbout,
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
    const theirs = await sender.readNow()
    if (!theirs) return saved.revision
    const contested = Object.keys(theirs.fields).filter(
      (key) => saver.isChanged(key) && !isSameValue(theirs.fields[key], known.current[key]),
    )
    const before = known.current
    known.current = { ...theirs.fields }
    show(beside(theirs.fields))
    if (contested.length > 0) {
      saver.stop()
      setConflict({ theirs, keys: contested, base: before, mine: saver.changes(), isPutOff: false })
      // What is kept on this computer is not to come over theirs later.
      return base
    }
    return theirs.revision
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

  /** The values of the server, with what is not saved on top. */
  const beside = (fields: Values): Values => ({ ...fields, ...saver.changes() })

  async function askAbout(mine: Values, left?: Kept<Unsaved>, base = known.current) {
    const theirs = await sender.readNow()
    if (!theirs) return
    const keys = Object.keys(mine).filter(
      (key) =>
        !isSameValue(theirs.fields[key], mine[key]) &&
        (left !== undefined || !isSameValue(theirs.fields[key], base[key])),
    )
    if (keys.length === 0) return goOn(theirs, left ? {} : mine, left)
    setConflict({ theirs, keys, base, mine, left, isPutOff: false })
  }

  /** Both may have written on since the question was put off. */
  async function askAgain() {
    if (!conflict) return
    await saver.flush()
    await askAbout({ ...conflict.mine, ...saver.changes() }, conflict.left, conflict.base)
  }

  /** For what needs all of it on the server: a question that was put off comes back. */
  async function flushOrAsk(): Promise<boolean> {
    if (!conflict) return saver.flush()
    await askAgain()
    return false
  }

  function goOn(theirs: EditedEntry, rest: Values, left?: Kept<Unsaved>) {
    if (left) dropKept(left.key)
    setConflict(undefined)
    known.current = { ...theirs.fields }
    show({ ...theirs.fields, ...rest })
    saver.goOnFrom(theirs.revision, rest)
  }

  /** What was chosen for each contested field; everything else that was written here is saved on top, too. */
  function settle(kept: readonly string[]) {
    if (!conflict) return
    const { theirs, keys, mine, left } = conflict
    const now = { ...mine, ...saver.changes() }
    const rest = Object.entries(now).filter(([key]) => kept.includes(key) || !keys.includes(key))
    goOn(theirs, Object.fromEntries(rest), left)
  }

  /** What others wrote, where nothing of our own waits to be saved. */
  function adopt() {
    const { entry, isMissing } = data
    if (!entry || saver.isDirty() || entry.revision <= (saver.base() ?? 0)) return
    if (isMissing && isTextThere.current) return
    const next = shownValues(data)
    known.current = next
    show(next)
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
    if (problem && isConflict(problem)) return askAbout(changes, left)
    if (answer) {
      const theirs = await sender.readNow()
      return theirs && goOn(theirs, saver.changes(), left)
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
  useEffect(adopt, [data.entry])

  return {
    ...{ values, state, conflict, change, fillEmpty, settle, askAgain, faults },
    putOff: () => setConflict((asked) => asked && { ...asked, isPutOff: true }),
    id: sender.id,
    flush: saver.flush,
    flushOrAsk,
    isUnsaved: () => saver.isDirty() || faults.hasHeld(),
  }
}

/** Of a language that has no text yet, what is the same in all. */
function shownValues({ entry, isMissing, model }: EntryPageData): Values {
  const values = { ...entry?.fields }
  if (!entry || isMissing) for (const { key, localized } of model.fields) if (localized || !entry) delete values[key]
  return values
}
