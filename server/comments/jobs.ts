import { z } from 'zod'
import { textFor } from '#server/entries/shape-entries.ts'
import { readEntry } from '#server/entries/show-entry.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { job } from '#server/platform/jobs.ts'
import { findMemberNames } from '#server/team/find-members.ts'
import { findCommentRow, findDomain, findMentionToMail, noteMailed } from './queries.ts'
import { mailReview } from './review-mails.ts'
import { mayRead } from './shape-threads.ts'

const mostExcerpt = 500
const Mention = z.object({ commentId: z.uuid(), memberId: z.uuid() })
type Mention = z.output<typeof Mention>

/** Mails a member that a comment mentions them, once, from what it says when the mail goes. */
export const mailMention = job('comments.mail-mention', Mention, async (mention, { inWorkspace, platform }) => {
  const found = await inWorkspace((tx) => readMention(tx, mention))
  if (!found) return
  const { to, domain, place, ...content } = found
  const mail = await platform.composeSystemMail({
    to,
    fromName: content.actorName,
    template: 'mention',
    content: { ...content, url: `${platform.settings.workspaceOrigin(domain)}/cms/content/edit/${place}` },
  })
  const sent = await platform.mailer.send(mail)
  if (!sent.ok && !sent.permanent) throw new Error('The relay did not take a mention')
  await inWorkspace((tx) => noteMailed(tx, mention))
})

async function readMention(tx: WorkspaceTx, mention: Mention) {
  const found = await findMentionToMail(tx, mention)
  if (!found) return undefined
  const { entryId, threadId, authorId, text, email, role } = found
  const opened = await readEntry(tx, entryId)
  const thread = (await findCommentRow(tx, threadId ?? mention.commentId))!
  const isReader = mayRead(opened, thread.fieldId, { isAdmin: role !== 'TeamUser' })
  if (!isReader) return undefined
  const names = await findMemberNames(tx, [authorId])
  const { language } = thread
  const title = textFor(opened.texts, language ?? opened.languages[0]!, opened.languages[0]!)?.title
  return {
    ...{ to: email, domain: await findDomain(tx), actorName: names.get(authorId) ?? '' },
    title: title || 'an untitled entry',
    field: opened.model.fields.find(({ id }) => id === thread.fieldId)?.label ?? null,
    excerpt: text.length > mostExcerpt ? `${text.slice(0, mostExcerpt).trimEnd()}…` : text,
    place: `${entryId}${language ? `?language=${encodeURIComponent(language)}` : ''}#comment-${thread.id}`,
  }
}

export const commentJobs = [mailMention, mailReview]
