import type { BodyOf } from '#contract/endpoint.ts'
import type { remarkOnArticle } from '#contract/knowledge-base/comments.ts'
import { isAdminRole } from '#contract/workspace/admin-role.ts'
import { mostRemarks } from '#contract/writing/comments.ts'
import { findRead } from '#server/knowledge-base/articles/show-article.ts'
import { openArticleTopic } from '#server/knowledge-base/comments/article-topic.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { listActiveMembers } from '#server/workspace/team/find-members.ts'
import { countOpenRemarks, writeComment } from '#server/writing/comments/comments.ts'
import type { CommentCall } from '#server/writing/comments/topic.ts'

type Remark = Omit<BodyOf<typeof remarkOnArticle>, 'ticket'> & { ticket?: string | undefined }

export async function remark(call: CommentCall & { caller: Member }, id: string, { text, language, ticket }: Remark) {
  const { tx, caller } = call
  const read = await findRead(tx, caller, id, language)
  if (!read) throw new Refusal('article-not-found')
  if (ticket) await refuseUnseen(tx, ticket, caller)
  const topic = await openArticleTopic(call, read.articleId)
  // Open remarks count toward the comment limit of the article, so each member can have only a few open remarks.
  if ((await countOpenRemarks(tx, read.articleId, caller.id)) >= mostRemarks) throw new Refusal('too-many-remarks')
  const responsible = [topic.article.ownerId, topic.article.reviewerId].flatMap((memberId) => memberId ?? [])
  const members = await listActiveMembers(tx, responsible)
  const admins = members.filter(({ role }) => isAdminRole(role)).map((member) => member.id)
  const told = responsible.find((memberId) => admins.includes(memberId))
  const from = ticket ? ({ saidFrom: 'ticket', ticketId: ticket } as const) : ({ saidFrom: 'page' } as const)
  const { id: comment, createdAt } = await writeComment(call, topic, {
    ...{ text, mentions: told ? [told] : [] },
    place: { ...from, language: read.language },
  })
  return { id: comment, createdAt }
}
