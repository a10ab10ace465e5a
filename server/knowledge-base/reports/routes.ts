import * as contract from '#contract/knowledge-base/reports.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  listDaysOfSearches,
  listDaysOfViews,
  listDaysOfVotes,
  listLeastHelpful,
  listMostRead,
  listSearchedInVain,
} from './queries.ts'

export function knowledgeBaseReportRoutes(app: App) {
  serve(app, contract.showReadings, async ({ tx, query: { days } }) => ({
    days: await listDaysOfViews(tx, days),
    mostRead: await listMostRead(tx, days),
  }))
  serve(app, contract.showVotes, async ({ tx, query: { days } }) => ({
    days: await listDaysOfVotes(tx, days),
    leastHelpful: await listLeastHelpful(tx, days),
  }))
  serve(app, contract.showSearches, async ({ tx, query: { days } }) => ({
    days: await listDaysOfSearches(tx, days),
    withoutResult: await listSearchedInVain(tx, days),
  }))
}
