import { showKnowledgeBaseReport as reportContract } from '#contract/knowledge-base/articles.ts'
import * as onboarding from '#contract/overview/onboarding.ts'
import { showServiceReport as serviceReport } from '#contract/tickets/tickets.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendTestTicket, showOnboarding } from './onboarding.ts'
import { showKnowledgeBaseReport, showServiceReport } from './show-reports.ts'

export function overviewRoutes(app: App) {
  serve(app, serviceReport, ({ tx, caller }) => showServiceReport(tx, caller))
  serve(app, reportContract, ({ tx, query }) => showKnowledgeBaseReport(tx, query.language))
  serve(app, onboarding.showOnboarding, ({ platform, tx }) => showOnboarding(platform, tx))
  serve(app, onboarding.sendTestTicket, (call) => sendTestTicket(call))
}
