import { showKnowledgeBaseReport as reportContract } from '#contract/articles.ts'
import * as contract from '#contract/tickets.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendTestTicket, showOnboarding } from './onboarding.ts'
import { showKnowledgeBaseReport } from './show-knowledge-base-report.ts'
import { showServiceReport } from './show-service-report.ts'

export function overviewRoutes(app: App) {
  serve(app, contract.showServiceReport, ({ tx, caller }) => showServiceReport(tx, caller))
  serve(app, reportContract, ({ tx, query }) => showKnowledgeBaseReport(tx, query.language))
  serve(app, contract.showOnboarding, ({ platform, tx }) => showOnboarding(platform, tx))
  serve(app, contract.sendTestTicket, (call) => sendTestTicket(call))
}
