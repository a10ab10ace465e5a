import type { changeArticle, createArticle, EditedArticle, showArticle } from '#contract/knowledge-base/articles.ts'
import { ask, randomKey } from '#web/lib/write/ask.ts'
import type { Changes, Save, SaveOutcome, Unsaved } from './saver.ts'

type Of = { id: string | undefined; language: string; begunTitle: string; onCreated: (article: EditedArticle) => void }

/** Takes a text to the server: the first words make the article, what follows changes it. */
export function createSender({ id: given, language, begunTitle, onCreated }: Of) {
  let id = given
  let creation: { changes: Changes; key: string } | undefined

  async function save({ base, changes }: Save): Promise<SaveOutcome> {
    if (id === undefined) return create(changes)
    const { answer, problem } = await ask<typeof changeArticle>('PATCH', '/api/v1/knowledge-base/articles/:id', {
      params: { id },
      body: { ...changes, base, language },
    })
    return answer ? { answer: answer as EditedArticle } : { problem }
  }

  /** A first answer that was lost comes again under its key, with what was asked for then. */
  async function create(changes: Changes): Promise<SaveOutcome> {
    creation ??= { changes, key: randomKey() }
    const { answer, problem } = await ask<typeof createArticle>('POST', '/api/v1/knowledge-base/articles', {
      body: { ...(begunTitle && { title: begunTitle }), ...creation.changes, language },
      idempotencyKey: creation.key,
    })
    // Nothing was made; the next try may say something else.
    if (problem && problem.status !== 0 && problem.status < 500) creation = undefined
    if (!answer) return { problem }
    const made = answer as EditedArticle
    id = made.id
    onCreated(made)
    return creation?.changes === changes ? { answer: made } : save({ base: made.revision, changes })
  }

  /** What may have arrived before its page was gone goes again as it was, and what was written since on top of it. */
  async function saveLeft({ base, changes, sent }: Unsaved): Promise<SaveOutcome> {
    const first = sent && (await save(sent))
    if (first && (!first.answer || Object.keys(changes).length === 0)) return first
    // Each save is the next revision: beyond that there are words of others in it, which these know nothing of.
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
      const { answer } = await ask<typeof showArticle>('GET', '/api/v1/knowledge-base/articles/:id', {
        params: { id },
        query: { language },
        waits: true,
      })
      return answer as EditedArticle | undefined
    },
  }
}
