import { type RouterContextProvider, redirect } from 'react-router'
import * as identity from '#contract/workspace/identity.ts'
import { api, apiOf, sessionCookies } from '#web/lib/api.ts'
import { wordsOf } from './ask-for-code.ts'
import { fileRequests } from './file-request.ts'
import { homeOf } from './take-code.ts'

export type AddressedCodeAnswer = { at: number; email: string; wrongEmail?: string; wrongCode?: string; tries: number }

export async function takeAddressedCode(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  workspaceName?: string,
): Promise<AddressedCodeAnswer | Response> {
  const read = (name: string) => String(form.get(name) ?? '').trim()
  const [email, code] = [read('email'), read('code')]
  const tries = Number(form.get('tries')) || 0
  const wrong = { at: Date.now(), email, tries }
  if (!email) return { ...wrong, wrongEmail: 'Enter the address that the code was mailed to' }
  const body = { email, code, ...(workspaceName !== undefined && { workspaceName }) }
  const { answer, problem } = await context.get(api).attempt(identity.signInByAddress, { body })
  if (problem) return { ...wrong, wrongCode: wordsOf(problem) }
  const { accessToken, refreshToken, userGuidId, workspaceDomain, purpose } = answer
  if (!accessToken || !userGuidId || !purpose)
    return { ...wrong, tries: tries + 1, wrongCode: whyNot(tries + 1, workspaceName !== undefined) }
  const isTeam = workspaceName === undefined
  context.get(sessionCookies).start({ accessToken, refreshToken, userGuidId, isTeam, workspaceDomain })
  const ticket = isTeam ? null : await fileRequests(context.get(apiOf)(accessToken))
  return redirect(ticket ?? homeOf(context, { purpose }, workspaceDomain))
}

// Returns the sentence for a refused code. The page does not know when the code was sent, so the sentence names all
// possible causes.
function whyNot(tries: number, isCustomer: boolean) {
  if (tries >= identity.mostCodeTries)
    return `${identity.mostCodeTries} wrong codes were entered, so the code no longer works. Send a new one.`
  const wrong = isCustomer ? 'Invalid verification code' : 'Invalid Code'
  return `${wrong}. Use the newest code that was sent to this address. It works for ${identity.codeLifeMinutes} minutes.`
}
