import * as contract from '#contract/workspace/settings.ts'
import { requirePicture } from '#server/files/keep-file.ts'
import type { App } from '#server/platform/http/platform.ts'
import { type Admitted, serve, serveIdentity } from '#server/platform/http/serve.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { faultOfDomain, normalizeDomain } from './check-domain.ts'
import { createWorkspace } from './create-workspace.ts'
import { findWorkspaceByDomain, publicWorkspaceOf } from './find-workspace.ts'
import { isDomainTaken, startService } from './queries.ts'
import { serviceTrialOf } from './service-trial.ts'
import { changeWorkspace, showWorkspace } from './show-workspace.ts'

export function workspaceRoutes(app: App) {
  const { settings } = app.platform

  serveIdentity(app, contract.createWorkspace, ({ tx, caller, body }) =>
    createWorkspace(tx, { ...body, caller, rootDomain: settings.rootDomain, registration: settings.registration }),
  )

  serveIdentity(app, contract.showDomainAvailability, async ({ tx, query }) => {
    const domain = normalizeDomain(query.domain)
    const fault = faultOfDomain(domain, settings.rootDomain)
    const error = fault ?? ((await isDomainTaken(tx, domain)) ? 'domainalreadyexists' : null)
    return { available: error === null, error }
  })

  serve(app, contract.showPublicWorkspace, async ({ tx, caller, platform }) =>
    publicWorkspaceOf(platform, (await findWorkspaceByDomain(tx, caller.domain))!),
  )

  serve(app, contract.showWorkspace, ({ platform, tx }) => showWorkspace(platform, tx))

  serve(
    app,
    contract.changeWorkspace,
    ({ platform, tx, caller, body }) => changeWorkspace({ platform, tx, caller }, body),
    refuseWrongLogo,
  )

  serve(app, contract.showServiceTrial, async ({ caller }) => serviceTrialOf(caller, settings.serviceTrialDays))

  serve(app, contract.startServiceTrial, async ({ tx, caller }) => {
    const serviceStartedAt = await startService(tx)
    if (!caller.serviceStartedAt) {
      await recordAudit(tx, { action: 'service.started', by: sourceOf(caller) })
    }
    return serviceTrialOf({ ...caller, serviceStartedAt }, settings.serviceTrialDays)
  })
}

const refuseWrongLogo = ({ platform, caller, body }: Admitted<typeof contract.changeWorkspace>) =>
  requirePicture(platform, caller.workspaceId, body.logoFileId)
