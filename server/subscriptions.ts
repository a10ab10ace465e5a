import { followMedia, forgetPurged, leaveInDrafts, makePicturesAhead } from '#server/content/entries/jobs.ts'
import { queueEntrySchedule, queueSchedulesOfModel } from '#server/content/entries/publication/schedule.ts'
import { registerUnique } from '#server/content/entries/unique-values/register-unique.ts'
import { endLinks } from '#server/content/entry-links/entry-links.ts'
import { createFirstModels } from '#server/content/models/first-models.ts'
import { raiseContentRevision } from '#server/content/models/raise-revision.ts'
import { followLanguages, followModel, leaveCategory as leaveContentCategory } from '#server/content/projection/jobs.ts'
import { forgetCompany } from '#server/fields/profiles/values-of-profiles.ts'
import { compareLater, forgetUses, noteLater } from '#server/help/article-uses/note-uses.ts'
import { noteSent } from '#server/help/deflections/keep-deflection.ts'
import { queueArticleSchedule } from '#server/knowledge-base/articles/publication/schedule.ts'
import { followLook } from '#server/knowledge-base/categories/spread-reach.ts'
import { followAllFiles, followFiles, showFiles } from '#server/knowledge-base/files/show-files.ts'
import { endPreviews } from '#server/knowledge-base/reading/previews/preview-links.ts'
import { followDeleted } from '#server/knowledge-base/redirects/change-redirects.ts'
import {
  followAllArticles,
  followArticle,
  forgetUnpublished,
  indexPublished,
} from '#server/knowledge-base/search/index/index-text.ts'
import { wakeLater } from '#server/operations/upkeep/wake-ticket.ts'
import { handOverLater } from '#server/overview/leaving/hand-over-tickets.ts'
import { keepHeldLater } from '#server/overview/leaving/keep-held-replies.ts'
import { on, type Subscription } from '#server/platform/events/subscription.ts'
import { followRequester } from '#server/tickets/conversation/messages/add-customer-message.ts'
import { sendLater } from '#server/tickets/conversation/replies/send-reply.ts'
import {
  followSplit,
  followSplitBack,
  forgetRedacted,
  forgetRedactedAside,
} from '#server/tickets/inbound-mail/sources/forget-mails.ts'
import { forgetBounces } from '#server/tickets/outgoing-mail/deliveries/suppress-unreachable.ts'
import {
  acknowledgeOpening,
  keepFromFormer,
  keepFromRemoved,
  mailReply,
  tellSolved,
  tellWaiting,
} from '#server/tickets/outgoing-mail/mail-customer.ts'
import {
  noticeAssignee,
  noticeFirstAssignee,
  noticeMessage,
  noticeSideAnswer,
  noticeWriter,
} from '#server/tickets/outgoing-mail/notice-member.ts'
import { createDefaultStatuses } from '#server/tickets/statuses/default-statuses.ts'
import { leaveTeams } from '#server/tickets/teams/change-teams.ts'
import { revokeKeysOf } from '#server/workspace/api-keys/change-keys.ts'
import { endSessionsOf } from '#server/workspace/identity/sessions/own-sessions.ts'
import { mailPlanner } from '#server/writing/comments/mails/plan-mails.ts'
import { mailReviewer, mailSender } from '#server/writing/comments/mails/review-mails.ts'
import { followReach, leaveCategory } from './knowledge-base/articles/places/move-article.ts'

/**
 * All listeners by event. The history and the live events need no listener. A listener runs in the transaction of its
 * event, so it must only write rows and queue jobs.
 */
export const subscriptions: readonly Subscription[] = [
  on('workspace.founded', createFirstModels),
  on('workspace.founded', createDefaultStatuses),
  on('member.deactivated', endSessionsOf),
  on('member.deactivated', revokeKeysOf),
  on('member.deactivated', handOverLater),
  on('member.deactivated', keepHeldLater),
  on('member.deactivated', leaveTeams),
  on('company.deleted', forgetCompany),
  on('ticket.created', acknowledgeOpening),
  on('ticket.created', noticeFirstAssignee),
  on('ticket.created', noteSent),
  on('assignee.changed', noticeAssignee),
  on('status.changed', tellSolved),
  on('requester.changed', followRequester),
  on('requester.changed', keepFromFormer),
  on('cc.changed', keepFromRemoved),
  on('message.added', mailReply),
  on('message.added', tellWaiting),
  on('message.added', noticeMessage),
  on('message.added', noteLater),
  on('side-message.added', noticeSideAnswer),
  on('message.held', sendLater),
  on('message.redacted', forgetRedacted),
  on('message.redacted', forgetUses),
  on('side-message.redacted', forgetRedactedAside),
  on('message.split', followSplit),
  on('suppression.lifted', forgetBounces),
  on('split.ended', followSplitBack),
  on('snooze.set', wakeLater),
  on('mail.failed', noticeWriter),
  on('mail.bounced', noticeWriter),
  on('look.changed', followLook),
  on('reach.changed', followReach),
  on('category.deleted', leaveCategory),
  on('article.planned', queueArticleSchedule),
  on('article.published', indexPublished),
  on('article.published', compareLater),
  on('article.status-changed', forgetUnpublished),
  on('article.changed', followArticle),
  on('article.moved', followArticle),
  on('reach.changed', followAllArticles),
  on('article.review-asked', mailReviewer),
  on('article.review-ended', mailSender),
  on('article.plan-failed', mailPlanner),
  on('article.trashed', endPreviews),
  on('category.deleted', followDeleted),
  on('article.published', showFiles),
  on('article.changed', followFiles),
  on('article.moved', followFiles),
  on('reach.changed', followAllFiles),
  on('content-model.changed', followModel),
  on('content-model.changed', registerUnique),
  on('content-model.changed', forgetPurged),
  on('content-model.changed', queueSchedulesOfModel),
  on('languages.changed', followLanguages),
  on('content-category.deleted', leaveContentCategory),
  on('content-category.deleted', leaveInDrafts),
  on('entry.planned', queueEntrySchedule),
  on('entry.review-asked', mailReviewer),
  on('entry.review-ended', mailSender),
  on('entry.plan-failed', mailPlanner),
  on('entry.changed', followMedia),
  on('entry.published', followMedia),
  on('entry.published', makePicturesAhead),
  on('entry.unpublished', followMedia),
  on('entry.trashed', followMedia),
  on('entry.trashed', endLinks),
  on('entry.untrashed', followMedia),
  on('media.changed', (tx) => raiseContentRevision(tx)),
]
