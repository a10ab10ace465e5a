import type { BodyOf } from '#contract/endpoint.ts'
import type { createArticle as contract } from '#contract/knowledge-base/articles.ts'
import { lockKnowledgeBase } from '#server/knowledge-base/categories/opening.ts'
import { reachIn, recordPagesChanged } from '#server/knowledge-base/categories/spread-reach.ts'
import { narrow } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields } from '#server/platform/versions/changed-fields.ts'
import { findActiveMember } from '#server/workspace/team/find-members.ts'
import { type EditorCall, findKnown, lockArticle, onArticle, tellChanged } from './editor-call.ts'
import { moveLockedArticle } from './places/move-article.ts'
import { chosenLanguage } from './publication/states.ts'
import type { ArticleState } from './queries/articles.ts'
import * as queries from './queries/articles.ts'
import { syncPublishedTexts } from './queries/published.ts'
import { findText, listTexts } from './queries/texts.ts'
import type { ReadText } from './texts/read-written.ts'
import { textOf, writeText } from './texts/write-text.ts'

type Body = BodyOf<typeof contract>

export async function createArticle(call: EditorCall, body: Body, document: ReadText): Promise<string> {
  const { tx, caller } = call
  const { category = null, visibility = 'public', owner = caller.id, reviewer = null } = body
  await refuseInactive(tx, [owner, reviewer])
  const language = body.language ?? (await chosenLanguage(tx, {}))
  await lockKnowledgeBase(tx)
  const article = await begin(call, language, {
    ...narrow(await reachIn(tx, category), visibility),
    categoryId: category,
    visibility,
    ownerId: owner,
    reviewerId: reviewer,
    labels: body.labels ?? [],
    isPinned: body.isPinned ?? false,
    takesFeedback: body.takesFeedback ?? true,
    reviewEveryDays: body.reviewEveryDays ?? null,
    isTemplate: body.isTemplate ?? false,
  })
  if (body.related) await chooseRelated(tx, article.id, body.related)
  const first = await chosenLanguage(tx, {})
  const written = await writeText(call, article, { language, changes: textIn(body, document) })
  // Every article has a text in the first language, so a draft with only the title is added.
  if (language !== first) await writeText(call, written, { language: first, changes: { title: body.title } })
  return article.id
}

const mostTitle = 200
const mark = ' (copy)'

/**
 * Copies an article as a draft, with the same texts and details. The copy of a template keeps the title, other copies
 * get “(copy)” in the title.
 */
export async function copyArticle(call: EditorCall, id: string): Promise<string> {
  const { tx, caller } = call
  await lockKnowledgeBase(tx)
  const source = await findKnown(tx, id)
  if (source.trashedAt) throw new Refusal('article-in-trash')
  const { categoryId, visibility, labels, takesFeedback, reviewEveryDays, isTemplate } = source
  const texts = await listTexts(tx, [id])
  const reach = narrow(await reachIn(tx, categoryId), visibility)
  const fields = { ...reach, categoryId, visibility, labels, takesFeedback, reviewEveryDays, ownerId: caller.id }
  let article = await begin(call, texts[0]!.language, fields)
  for (const { language } of texts) {
    const { slug: _, title, ...rest } = textOf((await findText(tx, id, language))!)
    const called = isTemplate || title === '' ? title : `${title.slice(0, mostTitle - mark.length)}${mark}`
    article = await writeText(call, article, { language, changes: { ...rest, title: called } })
  }
  return article.id
}

type NewArticle = Omit<Parameters<typeof queries.insertArticle>[1], 'position' | 'createdBy' | 'updatedBy'>

async function begin({ tx, caller }: EditorCall, language: string, fields: NewArticle): Promise<ArticleState> {
  const position = (await queries.findLastPosition(tx, fields.categoryId ?? null)) + 1
  const article = await queries.insertArticle(tx, { ...fields, position, createdBy: caller.id, updatedBy: caller.id })
  await record(tx, { type: 'article.created', ...onArticle(article.id, byMember(caller)), new: { language } })
  return article
}

type Change = Omit<Body, 'document' | 'markdown' | 'html'> & { base?: number | undefined }

/** Changes an article and its text. Returns the language of the text. */
export async function changeArticle(call: EditorCall, id: string, body: Change, document: ReadText): Promise<string> {
  if (isMoreThanText(body)) await lockKnowledgeBase(call.tx)
  const [article, language] = await Promise.all([lockArticle(call, id), chosenLanguage(call.tx, body)])
  const kept = await changeKept(call, article, body)
  const changes = textIn(body, document)
  if (Object.values(changes).some((change) => change !== undefined))
    await writeText(call, kept, { language, changes, base: body.base })
  return language
}

const ofText = ['language', 'base', 'title', 'slug', 'excerpt', 'metaTitle', 'metaDescription', 'socialImage']

const isMoreThanText = (body: Change) =>
  Object.entries(body).some(([name, value]) => value !== undefined && !ofText.includes(name))

function textIn({ title, slug, excerpt, metaTitle, metaDescription, socialImage }: Change, { document }: ReadText) {
  return { title, slug, excerpt, metaTitle, metaDescription, socialImage, document }
}

async function changeKept(call: EditorCall, before: ArticleState, body: Change): Promise<ArticleState> {
  const { tx, caller } = call
  const { category, visibility, owner, reviewer, related } = body
  const { labels, isPinned, takesFeedback, reviewEveryDays, isTemplate } = body
  if (isTemplate && !before.isTemplate) await refuseTemplateOfPublished(tx, before.id)
  await refuseInactive(tx, [owner !== before.ownerId && owner, reviewer !== before.reviewerId && reviewer])
  const isMoving = category !== undefined && category !== before.categoryId
  const article = isMoving ? await moveLockedArticle(call, before, { category, before: null }) : before
  const details = { labels, isPinned, takesFeedback, reviewEveryDays, isTemplate }
  const changed = changedFields(article, { visibility, ownerId: owner, reviewerId: reviewer, ...details })
  const isChosenAnew = related !== undefined && (await chooseRelated(tx, article.id, related))
  if (Object.keys(changed).length === 0 && !isChosenAnew) return article
  const reach = narrow(await reachIn(tx, article.categoryId), visibility ?? article.visibility)
  const updated = await queries.updateArticle(tx, article, { ...changed, ...reach, updatedBy: caller.id })
  const by = byMember(caller)
  await recordPagesChanged(tx, by)
  await syncPublishedTexts(tx, article.id)
  await tellChanged(tx, article.id, by, { isReach: 'visibility' in changed, isLabelled: 'labels' in changed })
  return updated
}

/**
 * Changes the owner or the reviewer of an article. The public pages show neither, so their revision does not change.
 */
export async function changeOwnerOrReviewer(
  call: EditorCall,
  id: string,
  keepers: { ownerId?: string; reviewerId?: string | null },
) {
  const article = await lockArticle(call, id)
  await queries.updateArticle(call.tx, article, keepers)
  await tellChanged(call.tx, id, byMember(call.caller))
}

/** Refuses to make a template of a live, scheduled or archived article. */
async function refuseTemplateOfPublished(tx: WorkspaceTx, id: string) {
  const texts = await listTexts(tx, [id])
  const isRead = texts.some(({ liveVersion, publishAt, status }) => liveVersion ?? publishAt ?? status === 'archived')
  if (isRead) throw new Refusal('template-live')
}

async function refuseInactive(tx: WorkspaceTx, ids: (string | null | undefined | false)[]) {
  for (const id of ids) if (id && !(await findActiveMember(tx, id))) throw new Refusal('owner-not-active')
}

async function chooseRelated(tx: WorkspaceTx, articleId: string, ids: string[]): Promise<boolean> {
  if (ids.includes(articleId)) throw new Refusal('related-to-itself')
  const before = await queries.listRelatedIds(tx, articleId)
  if (before.join() === ids.join()) return false
  // Only added articles are checked, because articles that were chosen before can be in the trash.
  const added = ids.filter((id) => !before.includes(id))
  if ((await queries.listArticlesById(tx, added)).length < added.length) throw new Refusal('article-not-found')
  await queries.writeRelated(tx, articleId, ids)
  return true
}
