import { randomKey } from '#web/lib/write/ask.ts'
import type { Save, SaveOutcome, Unsaved } from './saver.ts'

export type SenderOptions<Changes, Saved, Edited> = {
  /** Undefined for a text that does not exist yet. */
  id: string | undefined
  create: (changes: Changes, idempotencyKey: string) => Promise<SaveOutcome<Saved>>
  change: (id: string, save: Save<Changes>) => Promise<SaveOutcome<Saved>>
  /** Reads the text as it is on the server. Waits for a connection. */
  read: (id: string) => Promise<Edited | undefined>
  onCreated: (saved: Saved) => void
}

/** Sends changes to the server. The first ones create the article or entry. */
export function createSender<Changes, Saved extends { id: string; revision: number }, Edited>(
  options: SenderOptions<Changes, Saved, Edited>,
) {
  let { id } = options
  let creation: { changes: Changes; key: string } | undefined

  const save = ({ base, changes }: Save<Changes>) =>
    id === undefined ? create(changes) : options.change(id, { base, changes })

  /** If the answer was lost, the same request is sent again under the same key. */
  async function create(changes: Changes): Promise<SaveOutcome<Saved>> {
    creation ??= { changes, key: randomKey() }
    const { answer, problem } = await options.create(creation.changes, creation.key)
    const isFirst = creation.changes === changes
    // Nothing was created, so the next try may send other changes.
    if (problem && problem.status !== 0 && problem.status < 500) creation = undefined
    if (!answer) return { problem }
    id = answer.id
    options.onCreated(answer)
    return isFirst ? { answer } : save({ base: answer.revision, changes })
  }

  /** Saves what a closed page left behind: first what it had sent and may have arrived, then the changes on top of it. */
  async function saveLeft({ base, changes, sent }: Unsaved<Changes>): Promise<SaveOutcome<Saved>> {
    const first = sent && (await save(sent))
    if (first && (!first.answer || Object.keys(changes as object).length === 0)) return first
    // Each save is the next revision. A higher one holds changes of others that these changes do not know.
    const isOwn = first?.answer && sent?.base !== undefined && first.answer.revision <= sent.base + 1
    return save({ base: isOwn ? first!.answer!.revision : base, changes })
  }

  return { save, saveLeft, id: () => id, readNow: async () => (id === undefined ? undefined : options.read(id)) }
}
