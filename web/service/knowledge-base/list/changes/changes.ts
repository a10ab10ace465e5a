import type { ArticleBatchChange } from '#contract/knowledge-base/changes.ts'
import type { Lead } from '#web/service/knowledge-base/article/archive-dialog.tsx'
import type { ArticleRow, TextState, Visibility } from '#web/service/knowledge-base/article/types.ts'
import { visibilityLabels } from '#web/service/knowledge-base/article/words.ts'
import { bringBack, callsFor, readLead, readOrder, type Step } from './calls.ts'

export type ArticleChange = {
  /** While it is made: "Publishing". */
  doing: string
  /** What is true afterwards, behind the article's name: "published". */
  done: string
  /** Why there is nothing to do for an article. */
  unless?: (article: ArticleRow) => string | undefined
  stepsFor: (article: ArticleRow) => Step[]
  /** The way back, by an article as it was before; undefined where the API knows none. */
  wayBackFor: (before: ArticleRow) => Step[] | undefined
  /** Looks around before the first is changed, and says in which order they are; the way back is the opposite one. */
  prepare?: (articles: ArticleRow[]) => Promise<ArticleRow[]>
  /** The same for all that match, of which the page shows some; in the language of the list. */
  inBatch: (language: string | undefined) => ArticleBatchChange
  /** How the article looks until the server has answered. */
  preview: (article: ArticleRow) => Partial<ArticleRow>
}

/** The text that a row shows. */
const textOf = ({ languages, language }: ArticleRow): TextState | undefined =>
  languages.find((text) => text.language === language)

function wayBack(before: ArticleRow, first: Step[]): Step[] | undefined {
  const text = textOf(before)
  return text ? [...first, ...bringBack(before.id, text)] : undefined
}

export const publish: ArticleChange = {
  doing: 'Publishing',
  done: 'published',
  unless: ({ isLive, hasChanges }) => (isLive && !hasChanges ? 'It is published as it is' : undefined),
  stepsFor: ({ id, language }) => [callsFor(id).publish(language)],
  // What was live before is not the draft any more.
  wayBackFor: (before) =>
    before.isLive ? undefined : wayBack(before, [callsFor(before.id).unpublish(before.language)]),
  inBatch: (language) => ({ act: 'publish', language }),
  preview: () => ({ status: 'published', isLive: true, hasChanges: false }),
}

export const unpublish: ArticleChange = {
  doing: 'Unpublishing',
  done: 'unpublished',
  unless: (article) => (article.isLive || textOf(article)?.publishAt ? undefined : 'It is not published'),
  stepsFor: ({ id, language }) => [callsFor(id).unpublish(language)],
  wayBackFor: (before) => wayBack(before, []),
  inBatch: (language) => ({ act: 'unpublish', language }),
  preview: ({ isLive, status }) => (isLive ? { status: 'draft', isLive: false, hasChanges: false } : { status }),
}

/** From then on its address leads there, or says that it is gone. */
export function archive(lead: Lead): ArticleChange {
  const { prepare, archiveAgain } = keepLeads()
  return {
    doing: 'Archiving',
    done: 'archived',
    prepare,
    stepsFor: ({ id, language }) => [callsFor(id).archive(language, lead)],
    wayBackFor: (before) =>
      before.status === 'archived'
        ? archiveAgain(before)
        : wayBack(before, [callsFor(before.id).unarchive(before.language)]),
    inBatch: (language) => ({ act: 'archive', language, to: lead.to ?? null, path: lead.path ?? null }),
    preview: () => ({ status: 'archived', isLive: false, hasChanges: false }),
  }
}

export function unarchive(): ArticleChange {
  const { prepare, archiveAgain } = keepLeads()
  return {
    doing: 'Taking out of the archive',
    done: 'taken out of the archive',
    prepare,
    stepsFor: ({ id, language }) => [callsFor(id).unarchive(language)],
    wayBackFor: (before) => (before.status === 'archived' ? archiveAgain(before) : []),
    inBatch: (language) => ({ act: 'unarchive', language }),
    preview: () => ({ status: 'draft' }),
  }
}

/** Where addresses of archived texts led before that was changed. */
function keepLeads() {
  const leads = new Map<string, Lead>()
  return {
    async prepare(articles: ArticleRow[]) {
      for (const article of articles) {
        const lead = article.status === 'archived' && (await readLead(article))
        if (lead) leads.set(article.id, lead)
      }
      return articles
    },
    archiveAgain({ id, language }: ArticleRow): Step[] | undefined {
      const lead = leads.get(id)
      return lead && [callsFor(id).archive(language, lead)]
    },
  }
}

export const moveToTrash: ArticleChange = {
  doing: 'Moving to the trash',
  done: 'moved to the trash',
  stepsFor: ({ id }) => [callsFor(id).trash()],
  // What is in review or archived stays so in the trash.
  wayBackFor: ({ id, languages }) => [
    callsFor(id).untrash(),
    ...languages.filter(({ isLive, publishAt }) => isLive || publishAt).flatMap((text) => bringBack(id, text)),
  ],
  inBatch: () => ({ act: 'trash' }),
  preview: () => ({ isTrashed: true }),
}

export const takeFromTrash: ArticleChange = {
  doing: 'Taking out of the trash',
  done: 'taken out of the trash, as a draft',
  stepsFor: ({ id }) => [callsFor(id).untrash()],
  wayBackFor: ({ id }) => [callsFor(id).trash()],
  inBatch: () => ({ act: 'untrash' }),
  preview: () => ({ isTrashed: false }),
}

type Named = { id: string; name: string }

/** Into a category, behind what stands there; the way back leads to the very place. */
export function moveTo(category: Named | null): ArticleChange {
  const nextOf = new Map<string, string | null>()
  return {
    doing: 'Moving',
    done: category ? `moved to ${category.name}` : 'taken out of their category',
    async prepare(articles) {
      for (const from of new Set(articles.map((article) => article.category?.id ?? null))) {
        const order = await readOrder(from)
        for (const [at, id] of order.entries()) nextOf.set(id, order[at + 1] ?? null)
      }
      // As they stand, so that each finds its neighbour where it was.
      const places = [...nextOf.keys()]
      return articles.toSorted((one, other) => places.indexOf(one.id) - places.indexOf(other.id))
    },
    stepsFor: ({ id }) => [callsFor(id).move(category?.id ?? null, null)],
    wayBackFor: ({ id, category: from }) => [callsFor(id).move(from?.id ?? null, nextOf.get(id) ?? null)],
    inBatch: () => ({ act: 'category', category: category?.id ?? null }),
    preview: () => ({ category }),
  }
}

export const addLabels = (added: string[]): ArticleChange => ({
  doing: 'Labelling',
  done: `labelled ${added.join(', ')}`,
  stepsFor: ({ id, labels }) => [callsFor(id).change({ labels: [...new Set([...labels, ...added])] })],
  wayBackFor: ({ id, labels }) => [callsFor(id).change({ labels })],
  inBatch: () => ({ act: 'label', add: added, remove: [] }),
  preview: ({ labels }) => ({ labels: [...new Set([...labels, ...added])] }),
})

export const removeLabels = (removed: string[]): ArticleChange => ({
  doing: 'Taking labels away',
  done: `without ${removed.join(', ')}`,
  unless: ({ labels }) => (labels.some((label) => removed.includes(label)) ? undefined : 'It has none of these labels'),
  stepsFor: ({ id, labels }) => [callsFor(id).change({ labels: labels.filter((label) => !removed.includes(label)) })],
  wayBackFor: ({ id, labels }) => [callsFor(id).change({ labels })],
  inBatch: () => ({ act: 'label', add: [], remove: removed }),
  preview: ({ labels }) => ({ labels: labels.filter((label) => !removed.includes(label)) }),
})

export const giveTo = (owner: Named | null): ArticleChange => ({
  doing: 'Changing the owner',
  done: owner ? `owned by ${owner.name}` : 'without an owner',
  stepsFor: ({ id }) => [callsFor(id).change({ owner: owner?.id ?? null })],
  wayBackFor: ({ id, owner: before }) => [callsFor(id).change({ owner: before?.id ?? null })],
  inBatch: () => ({ act: 'owner', owner: owner?.id ?? null }),
  preview: () => ({ owner }),
})

export const showTo = (visibility: Visibility): ArticleChange => ({
  doing: 'Changing who may read',
  done: `shown to: ${visibilityLabels[visibility].toLowerCase()}`,
  stepsFor: ({ id }) => [callsFor(id).change({ visibility })],
  wayBackFor: ({ id, visibility: before }) => [callsFor(id).change({ visibility: before })],
  inBatch: () => ({ act: 'visibility', visibility }),
  preview: () => ({ visibility }),
})

export const lookAgain = (everyDays: number | null): ArticleChange => ({
  doing: 'Changing the review date',
  done: everyDays ? `to be looked at every ${everyDays} days` : 'without a review date',
  stepsFor: ({ id }) => [callsFor(id).change({ reviewEveryDays: everyDays })],
  wayBackFor: ({ id, reviewEveryDays }) => [callsFor(id).change({ reviewEveryDays })],
  inBatch: () => ({ act: 'review', everyDays }),
  preview: () => ({ reviewEveryDays: everyDays }),
})

/** The time until somebody should look at them again begins anew. */
export const confirm: ArticleChange = {
  doing: 'Confirming',
  done: 'said to be still right',
  stepsFor: ({ id }) => [callsFor(id).confirm()],
  wayBackFor: () => undefined,
  inBatch: () => ({ act: 'confirm' }),
  preview: () => ({}),
}
