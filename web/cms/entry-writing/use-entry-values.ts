import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import type { changeEntry, createEntry, DeliveredEntry, EditedEntry, showEntry } from '#contract/content/entries.ts'
import { isSameValue } from '#contract/is-same.ts'
import type { Choice } from '#contract/writing/merging/conflicts.ts'
import { componentsByName, withoutLocalized } from '#web/fields/components/localized-parts.ts'
import { isEmpty, isValues, type Values } from '#web/fields/form/field-shape.ts'
import { dropKept, type KeptWork } from '#web/lib/kept/kept-work.ts'
import { ask } from '#web/lib/write/ask.ts'
import { faultsOf, isConflict, type Save, type Unsaved } from '#web/lib/writing/saving/saver.ts'
import { type OpenConflict, useSaving } from '#web/lib/writing/saving/use-saving.ts'
import type { EntryPageData } from './entry-data.ts'
import type { KeyConflict } from './join-values.ts'
import { useFieldFaults } from './use-field-faults.ts'

export type Conflict = OpenConflict & {
  base: Values
  theirs: EditedEntry
  left?: { values: Values; key: string }
}

type SavedEntry = { id: string; revision: number; values: Values }

const loadJoining = () => import('./join-values.ts')

export type EntryText = ReturnType<typeof useEntryValues>

/** Manages the values of an entry in one language: saves changes, and merges changes by other people. */
export function useEntryValues(data: EntryPageData, onCreated: (id: string) => void) {
  const { language, viewer, model } = data
  const [values, setValues] = useState(() => shownValues(data))
  const faults = useFieldFaults()
  const latest = useRef(values)
  latest.current = values
  /** The server's values at the revision on which unsaved changes are based. */
  const known = useRef(values)
  const isTextThere = useRef(data.entry !== null && !data.isMissing)
  const joining = useRef<Awaited<ReturnType<typeof loadJoining>>>(undefined)

  const saving = useSaving<Values, SavedEntry, EditedEntry, Conflict>({
    ...entryRequests(model.pluralKey, language),
    id: data.entry?.id,
    revision: data.entry?.revision,
    placeOf: (id) => `entry ${viewer.id} ${id ?? `new ${model.key}`} ${language} `,
    onCreated: ({ id }) => onCreated(id),
    onSaved,
    onFaults: faults.take,
    askAbout,
    recoverUnsaved,
  })
  const { saver, sender, conflict, setConflict } = saving

  function show(next: Values) {
    latest.current = next
    setValues(next)
  }

  /** Updates the inputs at once. Otherwise the next typed letter would be added to the old values. */
  function showNow(next: Values) {
    latest.current = next
    flushSync(() => setValues(next))
  }

  async function readTheirs(): Promise<EditedEntry | undefined> {
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

  // Handles a successful save. If other people saved in the meantime, reads and merges their values before the next
  // save.
  async function onSaved(saved: SavedEntry, { base, changes }: Save<Values>): Promise<number | undefined> {
    isTextThere.current = true
    faults.mend(Object.keys(changes))
    known.current = { ...known.current, ...changes }
    showMadeSlugs(saved)
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
    setConflict({ base: before, theirs, isPutOff: false, isWanted: false })
    return undefined
  }

  function showMadeSlugs({ values: made }: SavedEntry) {
    const slugs = model.fields.filter(({ kind, key }) => kind === 'slug' && !saver.isChanged(key))
    const fresh = slugs.filter(({ key }) => !isSameValue(latest.current[key], made[key]))
    if (fresh.length === 0) return
    const pairs = Object.fromEntries(fresh.map(({ key }) => [key, made[key]]))
    known.current = { ...known.current, ...pairs }
    show({ ...latest.current, ...pairs })
  }

  async function askAbout(open: Partial<Pick<Conflict, 'left' | 'base' | 'isWanted'>> = {}): Promise<void> {
    const theirs = await readTheirs()
    if (!theirs) return
    const { left, isWanted = false, base = known.current } = open
    const joined = join(base, theirs, left?.values ?? saver.changes())
    if (joined.conflicts.length === 0) return goOn(theirs, joined.values, left)
    setConflict({ base, theirs, ...(left && { left }), isPutOff: false, isWanted })
  }

  function goOn(theirs: EditedEntry, joined: Values, left?: Conflict['left']) {
    const rest = { ...joining.current!.changedIn(joined, theirs.fields), ...(left && saver.changes()) }
    if (left) dropKept(left.key)
    setConflict(undefined)
    known.current = { ...theirs.fields }
    showNow({ ...theirs.fields, ...rest })
    saver.goOnFrom(theirs.revision, rest)
  }

  function settle(choices: Record<string, Choice>) {
    if (!conflict) return
    const { base, theirs, left } = conflict
    goOn(theirs, join(base, theirs, left?.values ?? saver.changes(), choices).values, left)
  }

  // Compares an open conflict again when a value changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is changed is in the values
  const conflicts = useMemo((): KeyConflict[] => {
    if (!conflict) return []
    return join(conflict.base, conflict.theirs, conflict.left?.values ?? saver.changes()).conflicts
  }, [conflict, values])
  // If the person undoes the conflicting change, no conflict is left and saving continues.
  const isSettled = conflict !== undefined && conflicts.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is
  useEffect(() => {
    if (isSettled) queueMicrotask(() => settle({}))
  }, [isSettled])

  /** Shows newer values of the server, unless this page has unsaved changes. */
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
    saver.changed({ [key]: value })
  }

  function fillEmpty(given: Values) {
    for (const [key, value] of Object.entries(given)) if (isEmpty(latest.current[key])) change(key, value)
  }

  // Recovers unsaved changes of an earlier page. Changes of a new entry are put into the form, and changes of an
  // existing entry are saved.
  async function recoverUnsaved(left: KeptWork<Unsaved<Values>>): Promise<void> {
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
      if (theirs) goOn(theirs, {}, leftValues)
      return
    }
    // If the server refused values as invalid, puts the changes into the form, where the person can correct them.
    if (Object.keys(faultsOf(problem ?? {})).length === 0) return
    dropKept(left.key)
    for (const [key, value] of Object.entries(changes)) change(key, value)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each entry that is read
  useEffect(() => queueMicrotask(adopt), [data.entry])

  return {
    ...{ values, conflict, conflicts, change, fillEmpty, settle, faults },
    ...{ state: saving.state, askAgain: saving.askAgain, putOff: saving.putOff, flushOrAsk: saving.flushOrAsk },
    latest: () => latest.current,
    id: sender.id,
    flush: saver.flush,
    isUnsaved: () => saver.isDirty() || faults.hasHeld(),
  }
}

const savedEntry = (entry: z.output<typeof DeliveredEntry>): SavedEntry => ({
  id: entry.id,
  revision: entry._meta.revision,
  values: entry,
})

const entryRequests = (model: string, language: string) => ({
  async create(changes: Values, idempotencyKey: string) {
    const { answer, problem } = await ask<typeof createEntry>('POST', '/api/v1/content/:model', {
      params: { model },
      body: { fields: changes, locale: language },
      idempotencyKey,
    })
    return answer ? { answer: savedEntry(answer) } : { problem: problem! }
  },
  async change(id: string, { base, changes }: Save<Values>) {
    const { answer, problem } = await ask<typeof changeEntry>('PATCH', '/api/v1/content/:model/:id', {
      params: { model, id },
      body: { fields: changes, base, locale: language },
    })
    return answer ? { answer: savedEntry(answer) } : { problem: problem! }
  },
  async read(id: string) {
    const { answer } = await ask<typeof showEntry>('GET', '/api/v1/content-entries/:id', {
      params: { id },
      query: { locale: language },
      waits: true,
    })
    return answer
  },
})

const baseOf = (problem: object): Values => ('base' in problem && isValues(problem.base) ? problem.base : {})

/** Returns the values to edit. For a language without a text: only values shared by all languages. */
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
