import type { FastifyRequest } from 'fastify'
import { uploadFiles } from '#contract/files/files.ts'
import type { Problem } from '#contract/refusals.ts'
import { uploadForm } from '#server/files/uploads/upload-form.ts'
import { admit, countInWorkspace } from '#server/platform/http/admission.ts'
import { limits } from '#server/platform/http/limits.ts'
import { tellProblem } from '#server/platform/http/problems.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { SignedIn } from './page-reading.ts'

export type Form = { body: string | Buffer; type: string; filesProblem: Problem | null }

export const formType = 'application/x-www-form-urlencoded'

export async function takeForm(request: FastifyRequest, caller: SignedIn | null | undefined): Promise<Form> {
  const type = request.headers['content-type'] ?? formType
  if (!request.isMultipart())
    return { body: Buffer.isBuffer(request.body) ? request.body : '', type, filesProblem: null }
  if (caller?.kind !== 'customer') throw new Refusal('unsupported-media-type')
  const { platform } = request.server
  const { fields, refusal } = await uploadForm({
    platform,
    caller,
    request,
    admit() {
      platform.limiter.count(limits.session, caller.sessionId)
      countInWorkspace(platform, caller)
      admit(request, uploadFiles, caller, { key: caller.sessionId, query: undefined })
    },
  })
  return {
    body: new URLSearchParams(fields).toString(),
    type: formType,
    filesProblem: refusal ? tellProblem(refusal, request) : null,
  }
}
