import { randomBytes, randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { batchRoutes } from '#server/bulk/batches/routes.ts'
import { exportRoutes } from '#server/bulk/exports/routes.ts'
import { importRoutes } from '#server/bulk/imports/routes.ts'
import { contentCategoryRoutes } from '#server/content/categories/routes.ts'
import { entryBatch } from '#server/content/changes/entry-batch.ts'
import { entryChangeRoutes } from '#server/content/changes/routes.ts'
import { entryCommentRoutes } from '#server/content/comments/routes.ts'
import { contentDeliveryRoutes } from '#server/content/delivery/routes.ts'
import { contentDescriptionRoutes } from '#server/content/description/routes.ts'
import { entryRoutes } from '#server/content/entries/routes.ts'
import { entryLinkRoutes } from '#server/content/entry-links/routes.ts'
import { mediaRoutes } from '#server/content/media/routes.ts'
import { mediaDeliveryRoutes } from '#server/content/media-delivery/routes.ts'
import { contentModelRoutes } from '#server/content/models/routes.ts'
import { fallbackRoutes } from '#server/content/projection/routes.ts'
import { contentViewRoutes } from '#server/content/views/routes.ts'
import { customFieldRoutes } from '#server/fields/custom-fields/routes.ts'
import { profileRoutes } from '#server/fields/profiles/routes.ts'
import { fileRoutes } from '#server/files/routes.ts'
import { articleUseRoutes } from '#server/help/article-uses/routes.ts'
import { deflectionRoutes } from '#server/help/deflections/routes.ts'
import { knowledgeGapRoutes } from '#server/help/knowledge-gaps/routes.ts'
import { readerFeedbackRoutes } from '#server/help/reader-feedback/routes.ts'
import { articleRoutes } from '#server/knowledge-base/articles/routes.ts'
import { knowledgeBaseRoutes } from '#server/knowledge-base/categories/routes.ts'
import { articleBatch } from '#server/knowledge-base/changes/article-batch.ts'
import { articleChangeRoutes } from '#server/knowledge-base/changes/routes.ts'
import { articleCommentRoutes } from '#server/knowledge-base/comments/routes.ts'
import { articleExport } from '#server/knowledge-base/exports/article-export.ts'
import { articleFeedbackRoutes } from '#server/knowledge-base/feedback/routes.ts'
import { articleFileRoutes } from '#server/knowledge-base/files/routes.ts'
import { articleImport } from '#server/knowledge-base/imports/article-import.ts'
import { foreignImports } from '#server/knowledge-base/imports/foreign/foreign-import.ts'
import { articleLinkRoutes } from '#server/knowledge-base/links/routes.ts'
import { readableUrl } from '#server/knowledge-base/reading/asking/address.ts'
import { previewRoutes, readingRoutes } from '#server/knowledge-base/reading/routes.ts'
import { redirectRoutes } from '#server/knowledge-base/redirects/routes.ts'
import { knowledgeBaseReportRoutes } from '#server/knowledge-base/reports/routes.ts'
import { markTicketCreated } from '#server/knowledge-base/search/log/note-search.ts'
import { articleSearchRoutes } from '#server/knowledge-base/search/routes.ts'
import { articleVersionRoutes } from '#server/knowledge-base/versions/routes.ts'
import { serveEvents } from '#server/live/events/stream-events.ts'
import { presenceRoutes } from '#server/live/presence/routes.ts'
import { developmentMailboxRoutes } from '#server/operations/development-mailbox/routes.ts'
import { operationRoutes } from '#server/operations/health/routes.ts'
import { fileLinkRoutes } from '#server/overview/file-links/routes.ts'
import { leavingRoutes } from '#server/overview/leaving/routes.ts'
import { paletteRoutes } from '#server/overview/palette/routes.ts'
import { customerExport } from '#server/overview/people/customer-export.ts'
import { customerErasure } from '#server/overview/people/erase-customer.ts'
import { peopleRoutes } from '#server/overview/people/routes.ts'
import { overviewRoutes } from '#server/overview/reports/routes.ts'
import type { Pages } from '#server/pages/serve-pages.ts'
import { describeApi } from '#server/platform/description/openapi.ts'
import { createQuickAnswers } from '#server/platform/fast-reads/quick-answers.ts'
import { compressAnswers } from '#server/platform/http/compress.ts'
import { countRoutes } from '#server/platform/http/hosts/count-routes.ts'
import { keepHostsApart } from '#server/platform/http/hosts/keep-hosts-apart.ts'
import { readEmptyJson } from '#server/platform/http/input/read-input.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { sendBroken, sendProblems, sendUnreadable } from '#server/platform/http/problems.ts'
import { tagChange } from '#server/tickets/changes/change-tag.ts'
import { statusDeletion } from '#server/tickets/changes/delete-status.ts'
import { teamDeletion } from '#server/tickets/changes/delete-team.ts'
import { ticketChangeRoutes } from '#server/tickets/changes/routes.ts'
import { ticketBatch } from '#server/tickets/changes/ticket-batch.ts'
import { conversationRoutes } from '#server/tickets/conversation/routes.ts'
import { followerRoutes } from '#server/tickets/followers/routes.ts'
import { formRoutes } from '#server/tickets/forms/routes.ts'
import { ticketImportRoutes } from '#server/tickets/imports/routes.ts'
import { inboundMailRoutes } from '#server/tickets/inbound-mail/routes.ts'
import { ticketLinkRoutes } from '#server/tickets/links/routes.ts'
import { macroRoutes } from '#server/tickets/macros/routes.ts'
import { mergingRoutes } from '#server/tickets/merging/routes.ts'
import { incidentReplies } from '#server/tickets/problems/reply-to-incidents.ts'
import { problemRoutes } from '#server/tickets/problems/routes.ts'
import { sideConversationRoutes } from '#server/tickets/side-conversations/routes.ts'
import { statusRoutes } from '#server/tickets/statuses/routes.ts'
import { tagRoutes } from '#server/tickets/tags/routes.ts'
import { ticketTeamRoutes } from '#server/tickets/teams/routes.ts'
import { ticketRoutes } from '#server/tickets/ticket/routes.ts'
import { ticketViewRoutes } from '#server/tickets/views/routes.ts'
import { visitorRequestRoutes } from '#server/tickets/visitor-requests/routes.ts'
import { apiKeyRoutes } from '#server/workspace/api-keys/routes.ts'
import { auditRoutes } from '#server/workspace/audit/routes.ts'
import { companyRoutes } from '#server/workspace/companies/routes.ts'
import { customerRoutes } from '#server/workspace/customers/routes.ts'
import { identityRoutes } from '#server/workspace/identity/routes.ts'
import { workspaceRoutes } from '#server/workspace/settings/routes.ts'
import { teamRoutes } from '#server/workspace/team/routes.ts'
import { findLeadFor } from './knowledge-base/redirects/find-lead.ts'

/**
 * The server keeps idle connections longer than the proxy (60 s), so that the proxy never uses a closed connection. The
 * limit of the headers is the same as in the proxy.
 */
export const keptAliveMs = 65_000
export const mostHeaderBytes = 16_384

export async function createApp(platform: Platform, pages?: Pages) {
  const { settings } = platform
  const log: FastifyBaseLogger = platform.log
  const quickAnswers = createQuickAnswers(platform)
  const app = fastify({
    serverFactory: quickAnswers.serverFactory,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 1000 },
    connectionTimeout: 0,
    // Enough for a file of 25 MB over a line of 1 Mbit/s.
    requestTimeout: 300_000,
    keepAliveTimeout: keptAliveMs,
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    frameworkErrors: sendUnreadable,
    clientErrorHandler: sendBroken,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000, maxHeaderSize: mostHeaderBytes },
  })
  app.decorate('platform', platform)
  app.decorate('quickAnswers', quickAnswers)
  app.addHook('preClose', async () => quickAnswers.stop())
  app.decorate('endpoints', [])
  app.decorate('calls', new Map())
  app.decorateRequest('productHost')
  app.decorateRequest('cookieToken', undefined)
  app.decorateRequest('nonce', '')
  app.decorateRequest('door', undefined)
  app.decorateRequest('isAdmitted', false)
  app.decorateRequest('newDevice', undefined)
  app.addHook('onRequest', async (request) => {
    request.nonce = randomBytes(16).toString('base64')
  })
  app.removeContentTypeParser('text/plain')
  readEmptyJson(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  sendProblems(app)
  keepHostsApart(app)
  countRoutes(app)
  compressAnswers(app)
  await app.register(cookie)
  await describeApi(app)

  identityRoutes(app)
  workspaceRoutes(app)
  teamRoutes(app)
  auditRoutes(app)
  apiKeyRoutes(app)
  companyRoutes(app)
  customerRoutes(app)
  deflectionRoutes(app)
  customFieldRoutes(app)
  profileRoutes(app)
  ticketRoutes(app)
  macroRoutes(app)
  ticketViewRoutes(app)
  ticketChangeRoutes(app)
  ticketLinkRoutes(app)
  problemRoutes(app)
  followerRoutes(app)
  sideConversationRoutes(app)
  mergingRoutes(app)
  statusRoutes(app)
  formRoutes(app)
  tagRoutes(app)
  ticketTeamRoutes(app)
  visitorRequestRoutes(app)
  ticketImportRoutes(app)
  conversationRoutes(app, markTicketCreated)
  overviewRoutes(app)
  paletteRoutes(app)
  leavingRoutes(app)
  peopleRoutes(app)
  knowledgeBaseRoutes(app)
  articleRoutes(app)
  articleSearchRoutes(app)
  articleFeedbackRoutes(app)
  knowledgeBaseReportRoutes(app)
  knowledgeGapRoutes(app)
  articleFileRoutes(app)
  articleVersionRoutes(app)
  articleLinkRoutes(app)
  articleUseRoutes(app)
  redirectRoutes(app)
  contentModelRoutes(app)
  fallbackRoutes(app)
  contentCategoryRoutes(app)
  contentViewRoutes(app)
  batchRoutes(app, [
    entryBatch,
    articleBatch,
    ticketBatch,
    statusDeletion,
    tagChange,
    teamDeletion,
    incidentReplies,
    customerErasure,
  ])
  exportRoutes(app, [articleExport, customerExport])
  importRoutes(app, [articleImport, ...foreignImports])
  entryRoutes(app)
  entryLinkRoutes(app)
  entryCommentRoutes(app)
  articleCommentRoutes(app)
  readerFeedbackRoutes(app)
  entryChangeRoutes(app)
  articleChangeRoutes(app)
  contentDeliveryRoutes(app)
  contentDescriptionRoutes(app)
  serveEvents(app, presenceRoutes(app))
  inboundMailRoutes(app)
  fileRoutes(app)
  fileLinkRoutes(app)
  mediaRoutes(app)
  mediaDeliveryRoutes(app)
  operationRoutes(app)
  if (settings.hasDevelopmentMailbox) developmentMailboxRoutes(app)
  previewRoutes(app)
  readingRoutes(app)
  if (pages) {
    const { servePages } = await import('#server/pages/serve-pages.ts')
    await servePages(app, { ...pages, findRedirect: findLeadFor })
  }
  return app
}
