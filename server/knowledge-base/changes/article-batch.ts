import type { BodyOf } from '#contract/endpoint.ts'
import { isSame } from '#contract/is-same.ts'
import { ArticleBatchChange, type changeArticles as contract } from '#contract/knowledge-base/changes.ts'
import { type BatchCall, batchKind } from '#server/bulk/batches/batch-kind.ts'
import { showBatch } from '#server/bulk/batches/show-batches.ts'
import { countMatching, idsOrMatching, startBatch } from '#server/bulk/batches/start-batch.ts'
import { changeArticle } from '#server/knowledge-base/articles/create-article.ts'
import { type EditorCall, findKnown } from '#server/knowledge-base/articles/editor-call.ts'
import { findMatching, type Matching } from '#server/knowledge-base/articles/list-articles.ts'
import { moveArticle } from '#server/knowledge-base/articles/places/move-article.ts'
import * as states from '#server/knowledge-base/articles/publication/states.ts'
import { hasChanges } from '#server/knowledge-base/articles/shape-article.ts'
import { findNext, findTitle, isTrashed, listTextStates } from '#server/knowledge-base/articles/show-article.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { ahead, putWordsBack, type ReplacedTexts, replaceInArticle } from './replace-in-article.ts'

export const articleBatch = batchKind({
  name: 'articles',
  input: ArticleBatchChange,
  needs: ['service'],
  async label(tx, id) {
    return (await findTitle(tx, id, (await findLanguages(tx))[0]!)) ?? ''
  },
  change(call, id, input) {
    refuseMember(call)
    return changeOne(call, id, input)
  },
  // `confirm` marks articles as reviewed, which cannot be undone.
  canUndo: ({ act }) => act !== 'confirm',
  undo(call, id, before, input) {
    refuseMember(call)
    return undoOne(call, id, before, input)
  },
})

/** Refuses members who lost the admin role after the batch began. */
function refuseMember({ caller }: BatchCall) {
  if (!caller.isAdmin) throw new Refusal('not-allowed')
}

async function changeOne(call: BatchCall, id: string, change: ArticleBatchChange): Promise<object | null> {
  switch (change.act) {
    case 'publish':
      return publish(call, id, change)
    case 'unpublish':
    case 'archive':
    case 'unarchive':
      return unpublishOrSetArchived(call, id, change)
    case 'trash':
    case 'untrash':
      return moveToTrash(call, id, change.act === 'trash')
    case 'label':
      return changeLabels(call, id, change)
    case 'category':
      return move(call, id, change.category)
    case 'owner':
    case 'visibility':
    case 'review':
      return changeDetail(call, id, detailOf(change))
    case 'confirm':
      await states.confirm(call, id)
      return {}
    case 'replace':
      return replaceInArticle(call, id, change)
  }
}

// Publishes a draft. Returns the former state for the undo. Null if the text was live before, because then there is no
// undo.
async function publish(call: BatchCall, id: string, change: { language?: string | undefined }) {
  const stood = await findState(call.tx, id, change)
  if (stood.isLive && !stood.hasChanges) return null
  await states.publish(call, id, { language: stood.language, until: untilOf(stood) })
  return stood.isLive ? null : stood
}

async function unpublishOrSetArchived(
  call: BatchCall,
  id: string,
  change: Extract<ArticleBatchChange, { act: 'unpublish' | 'archive' | 'unarchive' }>,
) {
  const { act } = change
  const stood = await findState(call.tx, id, change)
  const { language, isLive, publishAt, status } = stood
  const isNothing = act === 'unpublish' ? !isLive && !publishAt : (status === 'archived') === (act === 'archive')
  if (isNothing) return null
  if (act === 'unpublish') await states.unpublish(call, id, { language })
  else if (act === 'archive') await states.archive(call, id, { language, to: change.to, path: change.path })
  else await states.unarchive(call, id, { language })
  return stood
}

async function moveToTrash(call: BatchCall, id: string, isInto: boolean) {
  if ((await isTrashed(call.tx, id)) === isInto) return null
  const texts = isInto ? await listStates(call.tx, id) : []
  await (isInto ? states.trash : states.untrash)(call, id)
  return { texts: texts.filter(({ isLive, publishAt }) => isLive || publishAt) }
}

const mostLabels = 20

// Changes the labels of an article. Returns the added and the removed labels for the undo.
async function changeLabels(call: BatchCall, id: string, { add, remove }: { add: string[]; remove: string[] }) {
  const { labels } = await findKnown(call.tx, id)
  const next = [...new Set([...labels.filter((label) => !remove.includes(label)), ...add])]
  if (isSame(labels, next)) return null
  if (next.length > mostLabels) throw new Refusal('invalid', { detail: `An article has at most ${mostLabels} labels` })
  await change(call, id, { labels: next })
  return {
    added: next.filter((label) => !labels.includes(label)),
    removed: labels.filter((label) => !next.includes(label)),
  }
}

async function move(call: BatchCall, id: string, category: string | null) {
  const article = await findKnown(call.tx, id)
  const { categoryId } = article
  if (categoryId === category) return null
  const next = await findNext(call.tx, article)
  await moveArticle(call, id, { category, before: null })
  return { category: categoryId, next }
}

type Detail =
  | { name: 'ownerId'; field: 'owner'; value: string | null }
  | { name: 'visibility'; field: 'visibility'; value: string }
  | { name: 'reviewEveryDays'; field: 'reviewEveryDays'; value: number | null }

function detailOf(change: Extract<ArticleBatchChange, { act: 'owner' | 'visibility' | 'review' }>): Detail {
  if (change.act === 'owner') return { name: 'ownerId', field: 'owner', value: change.owner }
  if (change.act === 'visibility') return { name: 'visibility', field: 'visibility', value: change.visibility }
  return { name: 'reviewEveryDays', field: 'reviewEveryDays', value: change.everyDays }
}

async function changeDetail(call: BatchCall, id: string, { name, field, value }: Detail) {
  const before = (await findKnown(call.tx, id))[name]
  if (before === value) return null
  await change(call, id, { [field]: value })
  return { value: before }
}

const change = (call: BatchCall, id: string, body: Parameters<typeof changeArticle>[2]) =>
  changeArticle(call, id, body, { document: undefined })

// The values that `changeOne` returned. The batch stores them as JSON.
type FormerState =
  | { act: 'publish' | 'unpublish' | 'archive' | 'unarchive'; before: TextState }
  | { act: 'trash'; before: { texts: TextState[] } }
  | { act: 'label'; before: { added: string[]; removed: string[] } }
  | { act: 'category'; before: FormerPosition }
  | { act: 'owner' | 'visibility' | 'review'; before: { value: never } }
  | { act: 'replace'; before: ReplacedTexts }
  | { act: 'untrash' | 'confirm' }

async function undoOne(call: BatchCall, id: string, before: unknown, change: ArticleBatchChange): Promise<void> {
  const done = { ...change, before } as ArticleBatchChange & FormerState
  switch (done.act) {
    case 'publish':
      await states.unpublish(call, id, { language: done.before.language })
      return restoreState(call, id, done.before)
    case 'unpublish':
      return restoreState(call, id, done.before)
    case 'archive':
      await states.unarchive(call, id, { language: done.before.language })
      return restoreState(call, id, done.before)
    case 'unarchive': {
      const { language, archivedTo: to, archivedPath: path } = done.before
      return states.archive(call, id, { language, to, path })
    }
    case 'trash':
      await states.untrash(call, id)
      for (const stood of done.before.texts) await restoreState(call, id, stood)
      return
    case 'untrash':
      return states.trash(call, id)
    case 'label':
      await changeLabels(call, id, { add: done.before.removed, remove: done.before.added })
      return
    case 'category':
      return moveBack(call, id, done.before, done.category)
    case 'owner':
    case 'visibility':
    case 'review':
      return changeBack(call, id, done.before.value, detailOf(done))
    case 'replace':
      return putWordsBack(call, id, done.before)
    case 'confirm':
  }
}

type FormerPosition = { category: string | null; next: string | null }

// Moves the article back to its place before the article `next`. If `next` has left the category, moves the article to
// the end.
async function moveBack(call: BatchCall, id: string, { category, next }: FormerPosition, moved: string | null) {
  if ((await findKnown(call.tx, id)).categoryId !== moved)
    throw new Refusal('changed-meanwhile', { detail: 'Somebody has moved the article since' })
  const isThere = next !== null && (await findKnown(call.tx, next).catch(() => null))?.categoryId === category
  await moveArticle(call, id, { category, before: isThere ? next : null })
}

async function changeBack(call: BatchCall, id: string, value: never, { name, field, value: set }: Detail) {
  if ((await findKnown(call.tx, id))[name] !== set)
    throw new Refusal('changed-meanwhile', { detail: 'Somebody has changed the article since' })
  await change(call, id, { [field]: value })
}

type TextState = Awaited<ReturnType<typeof listStates>>[number]

async function listStates(tx: WorkspaceTx, id: string) {
  const texts = await listTextStates(tx, id)
  return texts.map((text) => {
    const { language, status, publishAt, unpublishAt, archivedTo, archivedPath, liveVersion } = text
    const planned = { publishAt, unpublishAt, archivedTo, archivedPath }
    return { language, status, ...planned, isLive: liveVersion !== null, hasChanges: hasChanges(text) }
  })
}

async function findState(tx: WorkspaceTx, id: string, chosen: { language?: string | undefined }): Promise<TextState> {
  const language = await states.chosenLanguage(tx, chosen)
  const stood = (await listStates(tx, id)).find((one) => one.language === language)
  if (!stood) throw new Refusal('text-not-found')
  return stood
}

const untilOf = ({ isLive, unpublishAt }: TextState) => (isLive ? ahead(unpublishAt) : undefined)

/** Restores the state that a text had before the batch. Sends no mails. */
async function restoreState(call: BatchCall, id: string, { language, isLive, status, ...planned }: TextState) {
  const [at, until] = [ahead(planned.publishAt), ahead(planned.unpublishAt)]
  const back = status === 'in_review' ? 'in_review' : 'published'
  if (isLive) await states.publish(call, id, { language, back, until })
  // The scheduled end of a live text was set above, so it is not set again.
  if (at) await states.publish(call, id, { language, at, ...(!isLive && until && { until }) })
  if (!isLive && status === 'in_review') await states.sendForReview(call, id, { language, back: true })
}

export async function changeArticles({ tx, caller }: EditorCall, { change, ids, query }: BodyOf<typeof contract>) {
  const subjectIds = await idsOrMatching(ids, (limit) => findMatching(tx, query!, limit))
  return showBatch(tx, await startBatch(tx, caller.id, { kind: articleBatch, input: change, subjectIds }))
}

export const countArticles = (tx: WorkspaceTx, query: Matching) =>
  countMatching((limit) => findMatching(tx, query, limit))
