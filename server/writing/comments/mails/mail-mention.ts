import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { MailContents } from '#contract/mails.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { job } from '#server/platform/jobs.ts'
import { sendSystemMail } from '#server/platform/mail/send-system-mail.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { type CommentRow, findCommentRow, noteMailed } from '#server/writing/comments/queries/comments.ts'
import { findDomain, findMentionToMail } from '#server/writing/comments/queries/mails.ts'
import type { FindTopic } from '#server/writing/comments/topic.ts'

const mostExcerpt = 500
const Mention = z.object({ commentId: Id, memberId: Id })
type Mention = z.output<typeof Mention>

export const mailMention = { name: 'comments.mail-mention', payload: Mention }

/** Mails a member once about a comment. The mail quotes the comment as it is when the mail is sent. */
export const mentionJob = (findTopic: FindTopic) =>
  job(mailMention.name, Mention, async (mention, { inWorkspace, platform }) => {
    const found = await inWorkspace((tx) => readMention(tx, findTopic, mention))
    if (!found) return
    const { to, domain, path, ...content } = found
    await sendSystemMail(platform, {
      to,
      fromName: content.actorName,
      template: 'mention',
      content: { ...content, url: `${platform.settings.workspaceOrigin(domain)}${path}` },
    })
    await inWorkspace((tx) => noteMailed(tx, mention))
  })

async function readMention(tx: WorkspaceTx, findTopic: FindTopic, { commentId, memberId }: Mention) {
  const member = await findMentionToMail(tx, { commentId, memberId })
  if (!member) return undefined
  const comment = (await findCommentRow(tx, commentId))!
  const thread = comment.threadId ? (await findCommentRow(tx, comment.threadId))! : comment
  const { mayRead, mailed } = await findTopic(tx, comment)
  const reader = { id: memberId, isAdmin: member.isAdmin }
  if (!mayRead(thread, reader)) return undefined
  const names = await findMemberNames(tx, [comment.authorId])
  const { text } = comment
  return {
    ...{ to: member.email, domain: await findDomain(tx), actorName: names.get(comment.authorId) ?? '' },
    ...{ about: concernOf(thread, comment, memberId), title: await mailed.titleIn(thread.language) },
    field: mailed.placeName(thread),
    excerpt: text.length > mostExcerpt ? `${text.slice(0, mostExcerpt).trimEnd()}…` : text,
    path: await mailed.pathFor(thread, reader),
  }
}

function concernOf(thread: CommentRow, comment: CommentRow, memberId: string): MailContents['mention']['about'] {
  if (thread.saidFrom === 'editor') return 'mention'
  if (thread.id === comment.id) return 'remark'
  return thread.authorId === memberId ? 'answer' : 'mention'
}
