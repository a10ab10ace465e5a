import type { ImportRemark } from '#contract/bulk/imports.ts'
import type { ImportContext, Part } from '#server/bulk/imports/import-kind.ts'
import { listLeads } from '#server/knowledge-base/redirects/change-redirects.ts'
import { isReserved, redirectPath } from '#server/knowledge-base/redirects/redirect-path.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { remark } from './remark.ts'

export type FindSubjects = (tx: WorkspaceTx, things: string[]) => Promise<Map<string, string>>
type PartWithRedirects = Part & { plan: { redirects: string[] } }

/**
 * Adds remarks to parts whose old URLs cannot be redirected, because they are reserved or already redirected elsewhere.
 */
export async function noteTakenRedirects<P extends PartWithRedirects>(
  context: ImportContext,
  findSubjects: FindSubjects,
  parts: P[],
): Promise<P[]> {
  const moved = parts.filter(({ isTaken, plan }) => isTaken && plan.redirects.length > 0)
  if (moved.length === 0) return parts
  const things = [...new Set(moved.map(({ thing }) => thing))]
  const [leads, subjects] = await context.inWorkspace((tx) => Promise.all([listLeads(tx), findSubjects(tx, things)]))
  const claims = new Map<string, string>()
  const remarkOn = (given: string, thing: string): ImportRemark[] => {
    const path = redirectPath(given)
    if (isReserved(path)) return [remark('redirect-unusable', given)]
    const lead = leads.get(path)
    const isElsewhere = lead !== undefined && lead !== subjects.get(thing)
    if (isElsewhere || (claims.get(path) ?? thing) !== thing) return [remark('redirect-taken', given)]
    claims.set(path, thing)
    return []
  }
  const remarks = new Map(
    moved.map((part) => [part, part.plan.redirects.flatMap((path) => remarkOn(path, part.thing))]),
  )
  return parts.map((part) => {
    const own = remarks.get(part) ?? []
    return own.length > 0 ? { ...part, remarks: [...part.remarks, ...own.slice(0, mostOfPart)] } : part
  })
}

const mostOfPart = 20
