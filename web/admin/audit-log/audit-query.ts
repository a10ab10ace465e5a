import { isUuid } from '#contract/uuid.ts'
import { type AuditAction, auditActions } from '#contract/workspace/audit-actions.ts'
import { withQuery } from '#web/lib/list/with-query.ts'

export const auditPath = '/admin/audit-log'
export const exportPath = '/api/v1/audit/export'

const periods = { all: null, day: 1, week: 7, month: 30, quarter: 90 } as const
export type Period = keyof typeof periods

export type AuditView = {
  action: AuditAction | null
  actor: string | null
  key: string | null
  network: string | null
  period: Period
  cursor: string | null
}

export function readAuditView(params: URLSearchParams): AuditView {
  const id = (name: string) => {
    const value = params.get(name)?.toLowerCase()
    return isUuid(value) ? value : null
  }
  const period = params.get('period')
  return {
    action: auditActions.find((action) => action === params.get('action')) ?? null,
    actor: id('actor'),
    key: id('key'),
    network: params.get('network')?.slice(0, 64) || null,
    period: period && period in periods ? (period as Period) : 'all',
    cursor: params.get('cursor'),
  }
}

export const auditHref = ({ period, ...view }: AuditView): string =>
  withQuery(auditPath, { ...view, period: period !== 'all' && period })

export function filterOf({ action, actor, key, network, period }: AuditView, now: number) {
  const days = periods[period]
  return {
    ...(action && { action }),
    ...(actor && { actor }),
    ...(key && { key }),
    ...(network && { network }),
    ...(days && { from: new Date(now - days * 24 * 3600_000).toISOString() }),
  }
}
