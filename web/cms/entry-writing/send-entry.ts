import type { z } from 'zod'
import type { changeEntry, createEntry, DeliveredEntry, EditedEntry, showEntry } from '#contract/content/entries.ts'
import type { Values } from '#web/fields/form/field-shape.ts'
import { ask, randomKey } from '#web/lib/write/ask.ts'
import type { Save, Saved, SaveOutcome, Unsaved } from './saver.ts'

type Delivered = z.output<typeof DeliveredEntry>
type Of = { model: string; id: string | undefined; language: string; onCreated: (id: string) => void }

/** Takes values to the server: the first ones make the entry, what follows changes it. */
export function createSender({ model, id: given, language, onCreated }: Of) {
  let id = given
  let creation: { changes: Values; key: string } | undefined

  async function save({ base, changes }: Save): Promise<SaveOutcome> {
    if (id === undefined) return create(changes)
    const { answer, problem } = await ask<typeof changeEntry>('PATCH', '/api/v1/content/:model/:id', {
      params: { model, id },
      body: { fields: changes, base, locale: language },
    })
    return answer ? { answer: savedOf(answer as Delivered) } : { problem }
  }

  /** A first answer that was lost comes again under its key, with what was asked for then. */
  async function create(changes: Values): Promise<SaveOutcome> {
    creation ??= { changes, key: randomKey() }
    const { answer, problem } = await ask<typeof createEntry>('POST', '/api/v1/content/:model', {
      params: { model },
      body: { fields: creation.changes, locale: language },
      idempotencyKey: creation.key,
    })
    const isFirst = creation.changes === changes
    // Nothing was made; the next try may say something else.
    if (problem && problem.status !== 0 && problem.status < 500) creation = undefined
    if (!answer) return { problem }
    const made = answer as Delivered
    id = made.id
    onCreated(id)
    return isFirst ? { answer: savedOf(made) } : save({ base: made._meta.revision, changes })
  }

  /** What may have arrived before its page was gone goes again as it was, and what was changed since on top of it. */
  async function saveLeft({ base, changes, sent }: Unsaved): Promise<SaveOutcome> {
    const first = sent && (await save(sent))
    if (first && (!first.answer || Object.keys(changes).length === 0)) return first
    // Each save is the next revision: beyond that there are values of others in it, which these know nothing of.
    const isOwn = first?.answer && sent?.base !== undefined && first.answer.revision <= sent.base + 1
    return save({ base: isOwn ? first!.answer!.revision : base, changes })
  }

  return {
    save,
    saveLeft,
    id: () => id,
    /** As it is on the server right now, if need be when the connection is back. */
    async readNow() {
      if (id === undefined) return undefined
      const { answer } = await ask<typeof showEntry>('GET', '/api/v1/content-entries/:id', {
        params: { id },
        query: { locale: language },
        waits: true,
      })
      return answer as EditedEntry | undefined
    },
  }
}

const savedOf = (entry: Delivered): Saved => ({ revision: entry._meta.revision, values: entry })
