import * as contract from '#contract/help/knowledge-gaps.ts'
import { writeNoted } from '#server/knowledge-base/search/log/note-search.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { decideGap, reopenGap, writeGap } from './decide-gap.ts'
import { listGaps } from './list-gaps.ts'

export function knowledgeGapRoutes(app: App) {
  serve(
    app,
    contract.listGaps,
    ({ tx, query }) => listGaps(tx, query),
    // Each process counts searches in memory and stores them later. The counts of this process are stored first, so
    // that the list includes them.
    async ({ platform, caller }): Promise<undefined> => {
      await writeNoted(platform, caller.workspaceId)
    },
  )
  serve(app, contract.decideGap, (call) => decideGap(call, call.params.id, call.body))
  serve(app, contract.reopenGap, (call) => reopenGap(call, call.params.id))
  serve(app, contract.writeGap, (call) => writeGap(call, call.params.id))
}
