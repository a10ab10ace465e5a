import type { ArticleBatchChange } from '#contract/knowledge-base/changes.ts'
import type { RowChange } from '#web/lib/batch/use-row-changes.ts'
import { plural } from '#web/lib/words/format.ts'
import type { Lead } from '#web/service/knowledge-base/article/archive-dialog.tsx'
import { articleNoun } from '#web/service/knowledge-base/article/batch-words.ts'
import type { ArticleRow, Visibility } from '#web/service/knowledge-base/article/types.ts'
import { visibilityLabels } from '#web/service/knowledge-base/article/words.ts'

export type ArticleChange = RowChange<ArticleRow> & { inBatch: (language: string | undefined) => ArticleBatchChange }

export const publish: ArticleChange = {
  done: 'published',
  concerns: ({ isLive, hasChanges }) => !isLive || hasChanges,
  idle: 'had nothing to publish',
  // An undo cannot restore the previous version of a live article, so that article stays published.
  lost(changed) {
    const live = changed.filter(({ isLive }) => isLive).length
    if (live === changed.length) return null
    return live > 0 ? `Undo leaves ${plural(live, ...articleNoun)} published` : undefined
  },
  inBatch: (language) => ({ act: 'publish', language }),
  preview: () => ({ status: 'published', isLive: true, hasChanges: false }),
}

export const unpublish: ArticleChange = {
  done: 'unpublished',
  concerns: ({ isLive, languages, language }) =>
    isLive || languages.some((text) => text.language === language && text.publishAt !== null),
  idle: 'had nothing published',
  inBatch: (language) => ({ act: 'unpublish', language }),
  preview: ({ isLive, status }) => (isLive ? { status: 'draft', isLive: false, hasChanges: false } : { status }),
}

export const archive = (lead: Lead): ArticleChange => ({
  done: 'archived',
  inBatch: (language) => ({ act: 'archive', language, to: lead.to ?? null, path: lead.path ?? null }),
  preview: () => ({ status: 'archived', isLive: false, hasChanges: false }),
})

export const unarchive: ArticleChange = {
  done: 'unarchived',
  inBatch: (language) => ({ act: 'unarchive', language }),
  preview: () => ({ status: 'draft' }),
}

export const moveToTrash: ArticleChange = {
  done: 'moved to the trash',
  inBatch: () => ({ act: 'trash' }),
  preview: () => ({ isTrashed: true }),
}

export const takeFromTrash: ArticleChange = {
  done: 'restored as a draft',
  inBatch: () => ({ act: 'untrash' }),
  preview: () => ({ isTrashed: false }),
}

type Choice = { id: string; name: string }

export const moveTo = (category: Choice | null): ArticleChange => ({
  done: category ? `moved to ${category.name}` : 'removed from their category',
  inBatch: () => ({ act: 'category', category: category?.id ?? null }),
  preview: () => ({ category }),
})

export const addLabels = (added: string[]): ArticleChange => ({
  done: `labelled ${added.join(', ')}`,
  inBatch: () => ({ act: 'label', add: added, remove: [] }),
  preview: ({ labels }) => ({ labels: [...new Set([...labels, ...added])] }),
})

export const removeLabels = (removed: string[]): ArticleChange => ({
  done: `no longer labelled ${removed.join(', ')}`,
  concerns: ({ labels }) => labels.some((label) => removed.includes(label)),
  idle: `did not have ${removed.length === 1 ? 'this label' : 'these labels'}`,
  inBatch: () => ({ act: 'label', add: [], remove: removed }),
  preview: ({ labels }) => ({ labels: labels.filter((label) => !removed.includes(label)) }),
})

export const setOwner = (owner: Choice | null): ArticleChange => ({
  done: owner ? `owned by ${owner.name}` : 'without an owner',
  inBatch: () => ({ act: 'owner', owner: owner?.id ?? null }),
  preview: () => ({ owner }),
})

export const setVisibility = (visibility: Visibility): ArticleChange => ({
  done: `visible to: ${visibilityLabels[visibility].toLowerCase()}`,
  inBatch: () => ({ act: 'visibility', visibility }),
  preview: () => ({ visibility }),
})

export const setReviewInterval = (everyDays: number | null): ArticleChange => ({
  done: everyDays ? `due for review every ${everyDays} days` : 'without a review date',
  inBatch: () => ({ act: 'review', everyDays }),
  preview: () => ({ reviewEveryDays: everyDays }),
})

export const markReviewed: ArticleChange = { done: 'marked as reviewed', inBatch: () => ({ act: 'confirm' }) }
