import * as contract from '#contract/knowledge-base/reports.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import * as queries from './queries.ts'

export function knowledgeBaseReportRoutes(app: App) {
  serve(app, contract.showReadings, async ({ tx, query: { days } }) => ({
    days: await queries.listDaysOfViews(tx, days),
    mostRead: await queries.listMostRead(tx, days),
  }))
  serve(app, contract.showVotes, async ({ tx, query: { days } }) => ({
    days: await queries.listDaysOfVotes(tx, days),
    leastHelpful: await queries.listLeastHelpful(tx, days),
  }))
  serve(app, contract.showSearches, async ({ tx, query: { days } }) => ({
    days: await queries.listDaysOfSearches(tx, days),
    withoutResult: await queries.listSearchedInVain(tx, days),
  }))
}
