import { z } from 'zod'
import * as addressChange from './address-change.ts'
import * as apiKeys from './api-keys.ts'
import * as articleComments from './article-comments.ts'
import * as articleCopies from './article-copies.ts'
import * as articleFeedback from './article-feedback.ts'
import * as articleLinks from './article-links.ts'
import * as articleSearch from './article-search.ts'
import * as articleUses from './article-uses.ts'
import * as articleVersions from './article-versions.ts'
import * as articles from './articles.ts'
import * as audit from './audit.ts'
import * as batches from './batches.ts'
import * as comments from './comments.ts'
import * as contentCategories from './content-categories.ts'
import * as contentDelivery from './content-delivery.ts'
import * as contentModels from './content-models.ts'
import * as contentViews from './content-views.ts'
import * as copySuggestions from './copy-suggestions.ts'
import * as customers from './customers.ts'
import * as deflections from './deflections.ts'
import * as deliveryReasons from './delivery-reasons.ts'
import * as documentReading from './document-reading.ts'
import * as endpoint from './endpoint.ts'
import * as entries from './entries.ts'
import * as entryChanges from './entry-changes.ts'
import * as entryHistory from './entry-history.ts'
import * as entryLinks from './entry-links.ts'
import * as entryPublication from './entry-publication.ts'
import * as events from './events.ts'
import * as exports from './exports.ts'
import * as failedPlan from './failed-plan.ts'
import * as fields from './fields.ts'
import * as files from './files.ts'
import * as identity from './identity.ts'
import * as imports from './imports.ts'
import * as knowledgeBase from './knowledge-base.ts'
import * as knowledgeBaseReports from './knowledge-base-reports.ts'
import * as knowledgeGaps from './knowledge-gaps.ts'
import * as leaving from './leaving.ts'
import * as mailAuthentication from './mail-authentication.ts'
import * as mailDecisions from './mail-decisions.ts'
import * as media from './media.ts'
import * as mediaPresets from './media-presets.ts'
import * as messages from './messages.ts'
import * as presence from './presence.ts'
import * as previewLinks from './preview-links.ts'
import * as redirects from './redirects.ts'
import * as requestCopies from './request-copies.ts'
import * as requester from './requester.ts'
import * as resumableUploads from './resumable-uploads.ts'
import * as session from './session.ts'
import * as team from './team.ts'
import * as ticketChanges from './ticket-changes.ts'
import * as tickets from './tickets.ts'
import * as workspaces from './workspaces.ts'

/**
 * What programs call the operations and the things of the API: as they are called where they are declared, so that clients
 * that are made of the description have the words of the docs.
 */
const declared: Record<string, unknown>[] = [
  addressChange,
  apiKeys,
  articleComments,
  articleCopies,
  articleFeedback,
  articleLinks,
  articleSearch,
  articleUses,
  articleVersions,
  articles,
  audit,
  batches,
  comments,
  contentCategories,
  contentDelivery,
  contentModels,
  contentViews,
  copySuggestions,
  customers,
  deflections,
  deliveryReasons,
  documentReading,
  endpoint,
  entries,
  entryChanges,
  entryHistory,
  entryLinks,
  entryPublication,
  events,
  exports,
  failedPlan,
  fields,
  files,
  identity,
  imports,
  knowledgeBaseReports,
  knowledgeBase,
  knowledgeGaps,
  leaving,
  mailAuthentication,
  mailDecisions,
  mediaPresets,
  media,
  messages,
  presence,
  previewLinks,
  redirects,
  requestCopies,
  requester,
  resumableUploads,
  session,
  team,
  ticketChanges,
  tickets,
  workspaces,
]

/** Names that say enough beside their declaration, and too little among all others. */
const inFull: Record<string, string> = {
  File: 'UploadedFile',
  Version: 'ArticleVersion',
  Comparison: 'ArticleComparison',
  Feedback: 'ArticleFeedback',
  Thread: 'EntryThread',
  Status: 'TicketStatus',
  Category: 'ArticleCategory',
  Draft: 'MessageDraft',
  Subject: 'EventSubject',
  Gap: 'KnowledgeGap',
}

const exported = declared.flatMap((file) => Object.entries(file))

/** The name of an operation, by its endpoint. */
export const operationNames: ReadonlyMap<object, string> = new Map(
  exported.flatMap(([name, value]) => (isEndpoint(value) ? [[value, name] as const] : [])),
)

/** The schemas of things that have a name. */
export const namedSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  exported.flatMap(([name, value]) => (isThing(name, value) ? [[inFull[name] ?? name, value] as const] : [])),
)

function isEndpoint(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Texts and numbers of a kind are none. */
function isThing(name: string, value: unknown): value is z.ZodType {
  const isNamed = /^[A-Z]/.test(name) && name !== 'Nothing'
  return isNamed && (value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodEnum)
}
