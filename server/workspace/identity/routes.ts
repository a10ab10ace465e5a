import * as addressChange from '#contract/workspace/address-change.ts'
import * as identity from '#contract/workspace/identity.ts'
import * as session from '#contract/workspace/session.ts'
import { showTeamInfo } from '#contract/workspace/team.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveIdentity } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { registrationStateFor } from '#server/workspace/accounts/registration.ts'
import { askForAddressChange, changeAddress } from './address/change-address.ts'
import { renewSession } from './sessions/open-session.ts'
import {
  endMemberSession,
  endMemberSessions,
  endOtherOwnSessions,
  endOwnSession,
  listMemberSessions,
  listOwnSessions,
} from './sessions/own-sessions.ts'
import { showViewer } from './show-viewer.ts'
import { listSignInLimits } from './sign-in/list-limits.ts'
import { signInByAddress } from './sign-in/sign-in-by-address.ts'
import {
  askToRegisterCustomer,
  askToSignInCustomer,
  resendCustomerCode,
  signInCustomer,
} from './sign-in/sign-in-customer.ts'
import { askToAcceptInvitation, askToRegister, askToSignIn, resendCode, signIn } from './sign-in/sign-in-team.ts'

export function identityRoutes(app: App) {
  serveIdentity(app, identity.showRegistration, async ({ platform: { settings }, tx }) => ({
    standing: await registrationStateFor(tx, settings.registration),
    contact: settings.operatorContact,
  }))
  serveIdentity(app, identity.register, (call) => askToRegister(call, call.body.email))
  serveIdentity(app, identity.validateRegister, (call) => signIn(call, 'register', call.body))
  serveIdentity(app, identity.invitationLogin, (call) => askToAcceptInvitation(call, call.body))
  serveIdentity(app, identity.validateInvitationLogin, (call) => signIn(call, 'invitation', call.body))
  serveIdentity(app, identity.login, (call) => askToSignIn(call, call.body.email))
  serveIdentity(app, identity.validateLogin, (call) => signIn(call, 'login', call.body))
  serveIdentity(app, identity.resendCode, (call) => resendCode(call, call.body.email))
  serveIdentity(app, identity.refreshToken, async ({ platform, tx, body, network }) => {
    const renewal = await renewSession(platform, tx, body.refreshToken, network)
    return renewal?.kind === 'team' ? renewal.pair : new Refusal('not-signed-in')
  })

  serveIdentity(app, identity.registerCustomer, (call) => askToRegisterCustomer(call, call.body))
  serveIdentity(app, identity.validateRegisterCustomer, (call) => signInCustomer(call, 'customer-register', call.body))
  serveIdentity(app, identity.loginCustomer, (call) => askToSignInCustomer(call, call.body))
  serveIdentity(app, identity.validateLoginCustomer, (call) => signInCustomer(call, 'customer-login', call.body))
  serveIdentity(app, identity.resendCodeCustomer, (call) => resendCustomerCode(call, call.body))
  serveIdentity(app, identity.refreshTokenCustomer, async ({ platform, tx, body, network }) => {
    const renewal = await renewSession(platform, tx, body.refreshToken, network)
    return renewal?.kind === 'customer'
      ? { message: 'AccessTokenRefreshed' as const, ...renewal.pair }
      : new Refusal('not-signed-in')
  })

  serveIdentity(app, identity.signInByAddress, (call) => signInByAddress(call, call.body))

  serve(app, showTeamInfo, async ({ caller: { name, surname, email } }) => ({ name, surname, email }))
  serve(app, session.showViewer, ({ platform, tx, caller }) => showViewer(platform, tx, caller))
  serveIdentity(app, session.listSessions, async ({ tx, caller }) => ({
    items: await listOwnSessions(tx, caller),
    next: null,
  }))
  serveIdentity(app, session.endCurrentSession, ({ tx, caller }) => endOwnSession(tx, caller, caller.sessionId))
  serveIdentity(app, session.endSession, ({ tx, caller, params }) => endOwnSession(tx, caller, params.id))
  serveIdentity(app, session.endOtherSessions, ({ tx, caller }) => endOtherOwnSessions(tx, caller))
  serveIdentity(app, addressChange.askForAddressChange, (call) =>
    askForAddressChange(call, call.caller, call.body.email),
  )
  serveIdentity(app, addressChange.changeAddress, (call) => changeAddress(call, call.caller, call.body))
  serveIdentity(app, session.listSignInLimits, async ({ platform, tx, caller }) => ({
    items: await listSignInLimits(platform, tx, caller),
    next: null,
  }))
  serveIdentity(app, session.listMemberSessions, async ({ tx, caller, params }) => ({
    items: await listMemberSessions(tx, caller, params.id),
    next: null,
  }))
  serveIdentity(app, session.endMemberSession, ({ tx, caller, params }) => endMemberSession(tx, caller, params))
  serveIdentity(app, session.endMemberSessions, ({ tx, caller, params }) => endMemberSessions(tx, caller, params.id))
}
