import { batchJobs, batchTimetable } from '#server/bulk/batches/jobs.ts'
import { exportJobs, exportTimetable } from '#server/bulk/exports/jobs.ts'
import { importJobs, importTimetable } from '#server/bulk/imports/jobs.ts'
import { entryBatch } from '#server/content/changes/entry-batch.ts'
import { findEntryTopic } from '#server/content/comments/entry-topic.ts'
import { entryJobs, entryTimetable } from '#server/content/entries/jobs.ts'
import { mediaJobs, mediaTimetable } from '#server/content/media/jobs.ts'
import { mediaDeliveryJobs } from '#server/content/media-delivery/jobs.ts'
import { contentModelJobs, contentModelTimetable } from '#server/content/models/jobs.ts'
import { projectionJobs, projectionTimetable } from '#server/content/projection/jobs.ts'
import { fileJobs, fileTimetable } from '#server/files/jobs.ts'
import { articleUseJobs } from '#server/help/article-uses/note-uses.ts'
import { deflectionJobs, deflectionTimetable } from '#server/help/deflections/jobs.ts'
import { suggestForRequest } from '#server/help/deflections/suggest-by-mail.ts'
import { knowledgeGapJobs, knowledgeGapTimetable } from '#server/help/knowledge-gaps/jobs.ts'
import { articleJobs, articleTimetable } from '#server/knowledge-base/articles/jobs.ts'
import { articleBatch } from '#server/knowledge-base/changes/article-batch.ts'
import { findArticleTopic } from '#server/knowledge-base/comments/article-topic.ts'
import { articleExport } from '#server/knowledge-base/exports/article-export.ts'
import { articleFeedbackJobs, articleFeedbackTimetable } from '#server/knowledge-base/feedback/jobs.ts'
import { articleImport } from '#server/knowledge-base/imports/article-import.ts'
import { foreignImports } from '#server/knowledge-base/imports/foreign/foreign-import.ts'
import { outsideLinkJobs, outsideLinkTimetable } from '#server/knowledge-base/links/jobs.ts'
import { articleSearchJobs, articleSearchTimetable } from '#server/knowledge-base/search/jobs.ts'
import { developmentMailboxJobs, developmentMailboxTimetable } from '#server/operations/development-mailbox/jobs.ts'
import { upkeepJobs, upkeepTimetable } from '#server/operations/upkeep/jobs.ts'
import { leavingJobs } from '#server/overview/leaving/jobs.ts'
import { customerExport } from '#server/overview/people/customer-export.ts'
import { customerErasure } from '#server/overview/people/erase-customer.ts'
import { peopleJobs, peopleTimetable } from '#server/overview/people/jobs.ts'
import type { WorkerOptions } from '#server/platform/jobs.ts'
import { tagChange } from '#server/tickets/changes/change-tag.ts'
import { statusDeletion } from '#server/tickets/changes/delete-status.ts'
import { teamDeletion } from '#server/tickets/changes/delete-team.ts'
import { ticketBatch } from '#server/tickets/changes/ticket-batch.ts'
import { conversationJobs } from '#server/tickets/conversation/jobs.ts'
import { inboundMailJobs, inboundMailTimetable } from '#server/tickets/inbound-mail/jobs.ts'
import { outgoingMailJobs, outgoingMailTimetable } from '#server/tickets/outgoing-mail/jobs.ts'
import { incidentReplies } from '#server/tickets/problems/reply-to-incidents.ts'
import { visitorRequestJobs, visitorRequestTimetable } from '#server/tickets/visitor-requests/jobs.ts'
import { apiKeyJobs, apiKeyTimetable } from '#server/workspace/api-keys/jobs.ts'
import { auditJobs, auditTimetable } from '#server/workspace/audit/jobs.ts'
import { identityJobs, pruneIdentity } from '#server/workspace/identity/jobs.ts'
import { teamJobs } from '#server/workspace/team/jobs.ts'
import { commentJobs } from '#server/writing/comments/jobs.ts'
import type { FindTopic } from '#server/writing/comments/topic.ts'
import { articleFileJobs, articleFileTimetable } from './knowledge-base/files/jobs.ts'

const findTopic: FindTopic = (tx, { articleId, entryId }) =>
  articleId ? findArticleTopic(tx, articleId) : findEntryTopic(tx, entryId!)

/** All jobs. Times of repeating jobs are in UTC. */
export const jobs: WorkerOptions['jobs'] = [
  ...identityJobs,
  ...teamJobs,
  ...apiKeyJobs,
  ...auditJobs,
  ...conversationJobs,
  ...visitorRequestJobs,
  ...leavingJobs,
  ...peopleJobs,
  ...upkeepJobs,
  ...articleJobs,
  ...articleSearchJobs,
  ...articleFeedbackJobs,
  ...articleUseJobs,
  ...deflectionJobs,
  ...knowledgeGapJobs,
  ...articleFileJobs,
  ...outsideLinkJobs,
  ...contentModelJobs,
  ...projectionJobs,
  ...entryJobs,
  ...commentJobs(findTopic),
  ...batchJobs([
    entryBatch,
    articleBatch,
    ticketBatch,
    statusDeletion,
    tagChange,
    teamDeletion,
    incidentReplies,
    customerErasure,
  ]),
  ...exportJobs([articleExport, customerExport]),
  ...importJobs([articleImport, ...foreignImports]),
  ...inboundMailJobs,
  ...outgoingMailJobs(suggestForRequest),
  ...fileJobs,
  ...mediaJobs,
  ...mediaDeliveryJobs,
  ...developmentMailboxJobs,
]

export const timetable: WorkerOptions['timetable'] = [
  ...peopleTimetable,
  ...upkeepTimetable,
  ...apiKeyTimetable,
  ...auditTimetable,
  ...inboundMailTimetable,
  ...visitorRequestTimetable,
  ...outgoingMailTimetable,
  ...fileTimetable,
  ...mediaTimetable,
  ...developmentMailboxTimetable,
  ...articleTimetable,
  ...articleSearchTimetable,
  ...articleFeedbackTimetable,
  ...deflectionTimetable,
  ...knowledgeGapTimetable,
  ...articleFileTimetable,
  ...outsideLinkTimetable,
  ...contentModelTimetable,
  ...projectionTimetable,
  ...entryTimetable,
  ...batchTimetable,
  ...exportTimetable,
  ...importTimetable,
  { cron: '23 * * * *', job: pruneIdentity },
]
