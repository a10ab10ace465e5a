import type { createArticle as contract } from '#contract/articles.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { aboutArticle } from '#contract/events.ts'
import { reachIn, touchPages } from '#server/knowledge-base/spread-reach.ts'
import { narrow } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findActiveMember } from '#server/team/find-members.ts'
import { byMember, type EditorCall, lockArticle, tellChanged } from './editor-call.ts'
import { chooseRelated } from './places/choose-related.ts'
import { putInto } from './places/move-article.ts'
import { chosenLanguage } from './publication/states.ts'
import { type ArticleState, findLastPosition, insertArticle, updateArticle } from './queries/articles.ts'
import { followArticles } from './queries/published.ts'
import type { ReadText } from './texts/read-written.ts'
import { writeText } from './texts/write-text.ts'

type Body = BodyOf<typeof contract>

/** A new article, a draft in one language; the last in its category. */
export async function createArticle(call: EditorCall, body: Body, document: ReadText): Promise<string> {
  const { tx, caller } = call
  const { category = null, visibility = 'public', owner = caller.id, reviewer = null } = body
  await refuseInactive(tx, [owner, reviewer])
  const article = await insertArticle(tx, {
    ...{ categoryId: category, visibility, ownerId: owner, reviewerId: reviewer, labels: body.labels ?? [] },
    ...narrow(await reachIn(tx, category), visibility),
    position: (await findLastPosition(tx, category)) + 1,
    isPinned: body.isPinned ?? false,
    takesFeedback: body.takesFeedback ?? true,
    reviewEveryDays: body.reviewEveryDays ?? null,
    createdBy: caller.id,
    updatedBy: caller.id,
  })
  if (body.related) await chooseRelated(tx, article.id, body.related)
  const first = await chosenLanguage(tx, {})
  const language = body.language ?? first
  const about = { subject: aboutArticle(article.id), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'article.created', ...about, new: { language } })
  const written = await writeText(call, article, { language, changes: textIn(body, document) })
  // The first language exists always, so that nothing has to ask whether it does.
  if (language !== first) await writeText(call, written, { language: first, changes: { title: body.title } })
  return article.id
}

type Change = Omit<Body, 'document' | 'markdown' | 'html'> & { base?: number | undefined }

/** Changes what is said of an article, and the draft of one language. */
export async function changeArticle(call: EditorCall, id: string, body: Change, document: ReadText) {
  const { tx } = call
  const article = await lockArticle(call, id)
  const kept = await changeKept(call, article, body)
  const changes = textIn(body, document)
  if (Object.values(changes).every((change) => change === undefined)) return
  await writeText(call, kept, { language: await chosenLanguage(tx, body), changes, base: body.base })
}

const textIn = ({ title, slug, excerpt, metaTitle, metaDescription, socialImage }: Change, { document }: ReadText) => ({
  ...{ title, slug, excerpt, metaTitle, metaDescription, socialImage, document },
})

async function changeKept(call: EditorCall, before: ArticleState, body: Change): Promise<ArticleState> {
  const { tx, caller } = call
  const { category, visibility, owner, reviewer, labels, isPinned, takesFeedback, reviewEveryDays, related } = body
  await refuseInactive(tx, [owner !== before.ownerId && owner, reviewer !== before.reviewerId && reviewer])
  const isMoving = category !== undefined && category !== before.categoryId
  const article = isMoving ? await putInto(call, before, { category, before: null }) : before
  const wanted = { visibility, ownerId: owner, reviewerId: reviewer, labels, isPinned, takesFeedback, reviewEveryDays }
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !isEqual(value, article[name as keyof typeof wanted]),
    ),
  )
  const isChosenAnew = related !== undefined && (await chooseRelated(tx, article.id, related))
  if (Object.keys(changed).length === 0 && !isChosenAnew) return article
  const reach = narrow(await reachIn(tx, article.categoryId), visibility ?? article.visibility)
  const updated = await updateArticle(tx, article, { ...changed, ...reach, updatedBy: caller.id })
  const by = byMember(caller)
  await touchPages(tx, by)
  await followArticles(tx, article.id)
  await tellChanged(tx, article.id, by)
  return updated
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

async function refuseInactive(tx: WorkspaceTx, ids: (string | null | undefined | false)[]) {
  for (const id of ids) if (id && !(await findActiveMember(tx, id))) throw new Refusal('owner-not-active')
}
