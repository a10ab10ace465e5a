import { isSame } from '#contract/is-same.ts'
import { ArticleBatchChange } from '#contract/knowledge-base/changes.ts'
import { type BatchCall, batchKind } from '#server/bulk/batches/batch-kind.ts'
import { changeArticle } from '#server/knowledge-base/articles/create-article.ts'
import { moveArticle } from '#server/knowledge-base/articles/places/move-article.ts'
import * as states from '#server/knowledge-base/articles/publication/states.ts'
import { findDetails, findNext, findTitle, isTrashed } from '#server/knowledge-base/articles/show-article.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { bringBack, findState, listStates, type TextState, untilOf } from './bring-back.ts'
import { putWordsBack, type ReplacedTexts, replaceInArticle } from './replace-in-article.ts'

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
  // A review cannot be undone.
  canUndo: ({ act }) => act !== 'confirm',
  undo(call, id, before, input) {
    refuseMember(call)
    return undoOne(call, id, before, input)
  },
})

/** A member who is no longer an admin changes nothing more. */
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
      return takeAway(call, id, change)
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

type InLanguage = { language?: string | undefined }

/** A text that was live before has no undo, because the draft is live now. */
async function publish(call: BatchCall, id: string, wanted: InLanguage) {
  const stood = await findState(call.tx, id, wanted)
  if (stood.isLive && !stood.hasChanges) return null
  await states.publish(call, id, { language: stood.language, until: untilOf(stood) })
  return stood.isLive ? null : stood
}

type WithdrawalChange = Extract<ArticleBatchChange, { act: 'unpublish' | 'archive' | 'unarchive' }>

async function takeAway(call: BatchCall, id: string, change: WithdrawalChange) {
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

type LabelChange = Extract<ArticleBatchChange, { act: 'label' }>
const mostLabels = 20

/** Returns only the differences, because others may change labels before the undo. */
async function changeLabels(call: BatchCall, id: string, { add, remove }: Pick<LabelChange, 'add' | 'remove'>) {
  const { labels } = await findDetails(call.tx, id)
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
  const article = await findDetails(call.tx, id)
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

function detailOf(wanted: Extract<ArticleBatchChange, { act: 'owner' | 'visibility' | 'review' }>): Detail {
  if (wanted.act === 'owner') return { name: 'ownerId', field: 'owner', value: wanted.owner }
  if (wanted.act === 'visibility') return { name: 'visibility', field: 'visibility', value: wanted.visibility }
  return { name: 'reviewEveryDays', field: 'reviewEveryDays', value: wanted.everyDays }
}

async function changeDetail(call: BatchCall, id: string, { name, field, value }: Detail) {
  const before = (await findDetails(call.tx, id))[name]
  if (before === value) return null
  await change(call, id, { [field]: value })
  return { value: before }
}

const change = (call: BatchCall, id: string, body: Parameters<typeof changeArticle>[2]) =>
  changeArticle(call, id, body, { document: undefined })

async function undoOne(call: BatchCall, id: string, before: unknown, change: ArticleBatchChange): Promise<void> {
  switch (change.act) {
    case 'publish':
      await states.unpublish(call, id, { language: (before as TextState).language })
      return bringBack(call, id, before as TextState)
    case 'unpublish':
      return bringBack(call, id, before as TextState)
    case 'archive':
      await states.unarchive(call, id, { language: (before as TextState).language })
      return bringBack(call, id, before as TextState)
    case 'unarchive': {
      const { language, archivedTo: to, archivedPath: path } = before as TextState
      return states.archive(call, id, { language, to, path })
    }
    case 'trash':
      await states.untrash(call, id)
      for (const stood of (before as { texts: TextState[] }).texts) await bringBack(call, id, stood)
      return
    case 'untrash':
      return states.trash(call, id)
    case 'label': {
      const { added, removed } = before as { added: string[]; removed: string[] }
      await changeLabels(call, id, { add: removed, remove: added })
      return
    }
    case 'category':
      return moveBack(call, id, before as FormerPosition, change.category)
    case 'owner':
    case 'visibility':
    case 'review':
      return changeBack(call, id, before as { value: never }, detailOf(change))
    case 'replace':
      return putWordsBack(call, id, before as ReplacedTexts)
    case 'confirm':
  }
}

type FormerPosition = { category: string | null; next: string | null }

/** Before its former successor, or at the end if that one has moved. */
async function moveBack(call: BatchCall, id: string, { category, next }: FormerPosition, moved: string | null) {
  if ((await findDetails(call.tx, id)).categoryId !== moved)
    throw new Refusal('changed-meanwhile', { detail: 'Somebody has moved the article since' })
  const isThere = next !== null && (await findDetails(call.tx, next).catch(() => null))?.categoryId === category
  await moveArticle(call, id, { category, before: isThere ? next : null })
}

async function changeBack(
  call: BatchCall,
  id: string,
  { value }: { value: never },
  { name, field, value: set }: Detail,
) {
  if ((await findDetails(call.tx, id))[name] !== set)
    throw new Refusal('changed-meanwhile', { detail: 'Somebody has changed the article since' })
  await change(call, id, { [field]: value })
}
