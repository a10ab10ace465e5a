import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { aboutArticle, systemActor } from '#contract/events.ts'
import { findRead } from '#server/knowledge-base/articles/show-article.ts'
import { readArticleAddress } from '#server/knowledge-base/links/article-address.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { walkHtml } from '#server/platform/html/walk-html.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import * as queries from './queries.ts'
import { customerReader, hashOf, partAt } from './show-passage.ts'

const mostOfReply = 30

const Reply = z.object({ messageId: Id })
const Text = z.object({ articleId: Id, language: z.string() })

/** Stores the articles to which a reply links, with a hash of each linked text. The job can run again. */
const noteUses = job('article-uses.note', Reply, ({ messageId }, { inWorkspace, platform }) =>
  inWorkspace(async (tx) => {
    const reply = await queries.findReply(tx, messageId)
    if (!reply) return
    const origin = platform.settings.workspaceOrigin(reply.domain)
    const uses = await usesIn(tx, hrefsIn(reply.bodyHtml), { ...reply, origin })
    await queries.insertUses(tx, uses)
    // A new version of the article can have been published meanwhile, so a job compares the linked text with it.
    for (const { articleId, language } of uses) await compareSoon(tx, articleId, language)
  }),
)

async function usesIn(tx: WorkspaceTx, hrefs: string[], { id, sentAt, origin }: queries.Reply & { origin: string }) {
  const addresses = hrefs.flatMap((href) => readArticleAddress(href, origin) ?? [])
  const uses = new Map<string, queries.NewUse>()
  for (const { slug, language: asked, anchor } of addresses.slice(0, mostOfReply)) {
    const text = await findRead(tx, customerReader, slug, asked)
    if (!text) continue
    const { articleId, language, document } = text
    const part = partAt(document, anchor ?? '')
    // If the linked section does not exist, the link counts as a link to the whole article.
    const at = part ? (anchor ?? '') : ''
    const textHash = hashOf(part ?? document)
    const use = { messageId: id, articleId, language, anchor: at, textHash, usedAt: sentAt }
    uses.set(`${articleId} ${language} ${at}`, use)
  }
  return [...uses.values()]
}

function hrefsIn(html: string): string[] {
  const hrefs = new Set<string>()
  walkHtml(html, {
    open({ name, attributes }) {
      if (name === 'a' && attributes.href) hrefs.add(attributes.href)
    },
    text() {},
    close() {},
  })
  return [...hrefs]
}

const compareUses = job('article-uses.compare', Text, ({ articleId, language }, { inWorkspace }) =>
  inWorkspace(async (tx) => {
    const anchors = await queries.listAnchors(tx, articleId, language)
    const text = anchors.length > 0 ? await findRead(tx, customerReader, articleId, language) : undefined
    // `findRead` can return the text of a fallback language. Only a text in the same language is compared.
    if (text?.language !== language) return
    for (const anchor of anchors)
      await queries.compareUses(tx, { articleId, language, anchor }, hashOf(partAt(text.document, anchor)))
    const by = { actor: systemActor }
    await record(tx, { type: 'article.uses-changed', subject: aboutArticle(articleId), by, audience: 'team' })
  }),
)

export async function noteLater(
  tx: WorkspaceTx,
  { by, with: { messageId, kind, isAutomatic } }: NewEvent<'message.added'>,
) {
  if (kind !== 'reply' || isAutomatic || by.actor.type !== 'agent') return
  if (await queries.mayLead(tx, messageId)) await enqueue(tx, noteUses, { messageId }, { importance: 5 })
}

export const compareLater = (tx: WorkspaceTx, { subject, new: { language } }: NewEvent<'article.published'>) =>
  compareSoon(tx, subject.id, language)

function compareSoon(tx: WorkspaceTx, articleId: string, language: string) {
  const { name, payload } = compareUses
  const key = `${name}:${articleId}:${language}`
  return enqueue(tx, { name, payload }, { articleId, language }, { key, importance: 5 })
}

export const forgetUses = (tx: WorkspaceTx, { new: { messageId } }: NewEvent<'message.redacted'>) =>
  queries.deleteUses(tx, messageId)

export const articleUseJobs = [noteUses, compareUses]
