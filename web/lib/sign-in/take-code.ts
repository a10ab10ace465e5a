import { type RouterContextProvider, redirect } from 'react-router'
import type { PendingCode } from '#contract/pages.ts'
import * as identity from '#contract/workspace/identity.ts'
import { api, apiOf, sessionCookies } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import { workspaceOrigin } from '#web/lib/workspace-origin.ts'
import { wordsOf } from './ask-for-code.ts'
import { fileRequest } from './file-request.ts'
import { safePath } from './safe-path.ts'

type Context = Readonly<RouterContextProvider>
type Purpose = PendingCode['purpose']

export type CodeStep = { purposes: readonly Purpose[]; askPath: string }

export type PendingView = {
  purpose: Purpose
  email: string
  sentAt: number
  waitSeconds: number
  /** The code sends a request that was written before signing in. */
  isForRequest: boolean
}
export type CodeAnswer = {
  at: number
  wrongCode?: string
  notice?: { text: string; isFailure: boolean }
  waitSeconds?: number
}

export function showPending(context: Context, request: Request, step: CodeStep): PendingView {
  const { purpose, email, sentAt, visitorRequest } = findPending(context, request, step)
  const passedSeconds = (Date.now() - sentAt) / 1000
  const waitSeconds = Math.max(0, Math.ceil(identity.codeResendSeconds - passedSeconds))
  return { purpose, email, sentAt, waitSeconds, isForRequest: visitorRequest !== undefined }
}

export function showIfPending(context: Context, request: Request, step: CodeStep): PendingView | null {
  const pending = context.get(sessionCookies).readPending()
  return pending && step.purposes.includes(pending.purpose) ? showPending(context, request, step) : null
}

export async function takeCode(context: Context, request: Request, step: CodeStep): Promise<CodeAnswer | Response> {
  const pending = findPending(context, request, step)
  const form = await request.formData()
  if (form.get('intent') === 'resend') return resend(context, pending)
  return enter(context, pending, String(form.get('code') ?? ''))
}

function findPending(context: Context, request: Request, { purposes, askPath }: CodeStep) {
  const pending = context.get(sessionCookies).readPending()
  if (!pending || !purposes.includes(pending.purpose)) throw redirect(askPath + new URL(request.url).search)
  return pending
}

const isCustomer = ({ purpose }: Pick<PendingCode, 'purpose'>) => purpose.startsWith('customer')

const validations = {
  register: identity.validateRegister,
  login: identity.validateLogin,
  invitation: identity.validateInvitationLogin,
  'customer-register': identity.validateRegisterCustomer,
  'customer-login': identity.validateLoginCustomer,
}

/** A visitor knows only the address, because the API does not tell strangers whether somebody is a customer. */
async function signIn(context: Context, { purpose, userGuidId, email, visitorRequest }: PendingCode, code: string) {
  const { attempt } = context.get(api)
  if (!visitorRequest) {
    const { answer, problem } = await attempt(validations[purpose], { body: { userGuidId, code } })
    return problem ? { problem } : { answer: { ...answer, userGuidId } }
  }
  const body = { email, code, workspaceName: context.get(site).workspace?.domain }
  const { answer, problem } = await attempt(identity.signInByAddress, { body })
  return problem ? { problem } : { answer: { ...answer, userGuidId: answer.userGuidId ?? '' } }
}

async function enter(context: Context, pending: PendingCode, code: string): Promise<CodeAnswer | Response> {
  const { answer, problem } = await signIn(context, pending, code)
  if (problem) return { at: Date.now(), wrongCode: wordsOf(problem) }
  if (!answer.accessToken) {
    const wrongTries = pending.wrongTries + 1
    context.get(sessionCookies).writePending({ ...pending, wrongTries })
    return { at: Date.now(), wrongCode: whyNot({ ...pending, wrongTries }) }
  }
  const { accessToken, refreshToken, workspaceDomain, userGuidId } = answer
  context
    .get(sessionCookies)
    .start({ accessToken, refreshToken, userGuidId, isTeam: !isCustomer(pending), workspaceDomain })
  const ticket = pending.visitorRequest && (await fileRequest(context.get(apiOf)(accessToken), pending.visitorRequest))
  return redirect(ticket || homeOf(context, pending, workspaceDomain))
}

// Returns the sentence for a refused code. Uses only this browser's cookie, so that the sentence does not reveal
// whether the account exists.
function whyNot(pending: PendingCode) {
  const { sentAt, wrongTries } = pending
  if (Date.now() - sentAt > identity.codeLifeMinutes * 60_000) return 'This code has expired. Send a new one.'
  if (wrongTries >= identity.mostCodeTries)
    return `${identity.mostCodeTries} wrong codes were entered, so this code no longer works. Send a new one.`
  return isCustomer(pending) ? 'Invalid verification code' : 'Invalid Code'
}

export function homeOf(
  context: Context,
  pending: Pick<PendingCode, 'purpose' | 'next'>,
  workspaceDomain: string | null,
) {
  const next = safePath(pending.next)
  if (isCustomer(pending)) return next ?? '/customer/dashboard'
  if (!workspaceDomain) return '/auth/create-workspace'
  const path = pending.purpose === 'invitation' ? '/admin/profile?welcome=1' : (next ?? '/')
  return workspaceOrigin(context.get(site), workspaceDomain) + path
}

async function resend(context: Context, pending: PendingCode): Promise<CodeAnswer> {
  const { answer, problem } = await askAgain(context, pending)
  const at = Date.now()
  if (answer?.status === 'emailsent') {
    context.get(sessionCookies).writePending({ ...pending, sentAt: at, wrongTries: 0 })
    const text = isCustomer(pending) ? 'Verification code has been resent' : 'New code has been sent'
    return { at, notice: { text, isFailure: false }, waitSeconds: identity.codeResendSeconds }
  }
  const waitSeconds = problem?.retryAfterSeconds
  const text = waitSeconds && problem ? `Failed to resend code. ${wordsOf(problem)}` : 'Failed to resend code'
  return { at, notice: { text, isFailure: true }, waitSeconds }
}

function askAgain(context: Context, pending: PendingCode) {
  const { attempt } = context.get(api)
  const { email } = pending
  if (!isCustomer(pending)) return attempt(identity.resendCode, { body: { email } })
  return attempt(identity.resendCodeCustomer, { body: { email, workspaceName: context.get(site).workspace?.domain } })
}
