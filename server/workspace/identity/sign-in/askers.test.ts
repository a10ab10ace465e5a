import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { login, loginCustomer, resendCode, validateLogin, validateLoginCustomer } from '#contract/workspace/identity.ts'
import { codeOf, letTimePass, otherThan } from '#test/sign-in.ts'
import { acme, app, mailsTo, newCustomer, newMember, owner, runJobs, settings } from '#test/world.ts'

/** The origin of a call: a browser on the app host or a program on the API host, each with its own network. */
type CallOrigin = { network: string; device?: string | undefined; host?: string }
let house = 0
function newNetwork() {
  house += 1
  return `192.0.2.${house}`
}
const newProgram = (): CallOrigin => ({ network: newNetwork(), host: settings.apiHost })
const newBrowser = (): CallOrigin => ({ network: newNetwork(), host: settings.appHost })

async function call(place: CallOrigin, { method, path }: Endpoint, payload: object) {
  const { network: remoteAddress, device, host } = place
  const headers = { host, ...(device && { cookie: `device=${device}` }) }
  const answer = await app.inject({ method, url: path, remoteAddress, headers, payload })
  place.device = answer.cookies.find(({ name }) => name === 'device')?.value ?? device
  return answer.json()
}

async function ask(place: CallOrigin, email: string) {
  const answer = await call(place, login, { email })
  const code = await codeOf(email)
  await letTimePass(email)
  return { ...answer, code }
}

const enter = async (place: CallOrigin, userGuidId: string, code: string): Promise<string> =>
  (await call(place, validateLogin, { userGuidId, code })).message

async function enterWrong(times: number, place: CallOrigin, userGuidId: string, code: string) {
  for (let turn = 0; turn < times; turn += 1) await enter(place, userGuidId, otherThan(code))
}

async function countMails(email: string) {
  await runJobs()
  return (await mailsTo(email)).filter(({ subject }) => subject !== 'security-notice').length
}

describe('wrong codes of a stranger', () => {
  test.each([
    ['a program', newProgram],
    ['a browser', newBrowser],
  ])('leave the code alive for whoever asked for it: %s', async (_, newPlace) => {
    const [member, own, stranger] = [await newMember(acme, 'Ona'), newPlace(), newPlace()]
    const { code } = await ask(own, member.email)
    await enterWrong(9, stranger, member.id, code)
    const answers = [await enter(stranger, member.id, code), await enter(own, member.id, code)]
    expect(answers).toEqual(['InvalidCode', 'LoginSuccess'])
  })

  test('leave a customer’s alive too', async () => {
    const [customer, own, stranger] = [await newCustomer(acme, 'Ole'), newProgram(), newProgram()]
    const { email, id: userGuidId } = customer
    await call(own, loginCustomer, { email, workspaceName: acme.domain })
    const code = await codeOf(email)
    for (const _ of Array(6)) await call(stranger, validateLoginCustomer, { userGuidId, code: otherThan(code) })
    expect(await call(own, validateLoginCustomer, { userGuidId, code })).toMatchObject({ message: 'LoginSuccess' })
  })

  test('end it for everybody when they are fifteen in all', async () => {
    const [member, own] = [await newMember(acme, 'Osk'), newProgram()]
    const { code } = await ask(own, member.email)
    for (const stranger of [newProgram(), newProgram(), newProgram()]) await enterWrong(6, stranger, member.id, code)
    const { rows } = await owner.query('select tries from challenges where account_id = $1', [member.id])
    expect([await enter(own, member.id, code), rows]).toEqual(['InvalidCode', [{ tries: 15 }]])
  })

  test('count for one network where no cookie is shown, or one that somebody made up', async () => {
    const [member, own, stranger] = [await newMember(acme, 'Oto'), newBrowser(), newBrowser()]
    const { code } = await ask(own, member.email)
    const disguises = [undefined, 'x.y', `${own.device}x`, 'a.b', undefined, `x${own.device}`]
    for (const device of disguises) await enterWrong(1, { ...stranger, device }, member.id, code)
    const { rows } = await owner.query('select tries, tries_by from challenges where account_id = $1', [member.id])
    expect(rows).toEqual([{ tries: 5, tries_by: { [`network ${stranger.network}`]: 5 } }])
  })
})

describe('five wrong codes of one’s own', () => {
  test('end it, and another code begins anew', async () => {
    const [member, own] = [await newMember(acme, 'Ovi'), newBrowser()]
    const first = await ask(own, member.email)
    await enterWrong(5, own, member.id, first.code)
    const dead = await enter(own, member.id, first.code)
    const second = await ask(own, member.email)
    expect([dead, await enter(own, member.id, second.code)]).toEqual(['InvalidCode', 'LoginSuccess'])
  })
})

describe('codes that several ask for', () => {
  test('are alive beside each other, and the right one counts whoever enters it', async () => {
    const [member, one, other] = [await newMember(acme, 'Oda'), newProgram(), newBrowser()]
    const [first, second] = [await ask(one, member.email), await ask(other, member.email)]
    const answers = [await enter(other, member.id, first.code), await enter(one, member.id, second.code)]
    expect(answers).toEqual(['LoginSuccess', 'LoginSuccess'])
  })

  test('of one browser replace each other, by whatever network it comes', async () => {
    const [member, own] = [await newMember(acme, 'Odo'), newBrowser()]
    const first = await ask(own, member.email)
    await call({ ...own, network: '192.0.2.250' }, resendCode, { email: member.email })
    expect(await enter(own, member.id, first.code)).toBe('InvalidCode')
  })

  test('are three at a time, of which the oldest gives way', async () => {
    const member = await newMember(acme, 'Oli')
    const codes: string[] = []
    for (const place of [newProgram(), newProgram(), newProgram(), newProgram()])
      codes.push((await ask(place, member.email)).code)
    const own = newProgram()
    expect([await enter(own, member.id, codes[0]!), await enter(own, member.id, codes[1]!)]).toEqual([
      'InvalidCode',
      'LoginSuccess',
    ])
  })
})

describe('a browser that signed in before', () => {
  async function signedInBefore(email: string, id: string) {
    const own = newBrowser()
    const { code } = await ask(own, email)
    await enter(own, id, code)
    return own
  }

  test('gets a code when strangers have used up those of the hour, as nobody else does', async () => {
    const { email, id } = await newMember(acme, 'Ulf')
    const own = await signedInBefore(email, id)
    for (const _ of Array(6)) await ask(newProgram(), email)
    const before = await countMails(email)
    await ask(newBrowser(), email)
    const unknown = await countMails(email)
    const { code } = await ask(own, email)
    expect([before, unknown, await countMails(email)]).toEqual([6, 6, 7])
    expect(await enter(own, id, code)).toBe('LoginSuccess')
  })

  test('does not wait for what a stranger asked a moment ago, nor loses its code to strangers', async () => {
    const { email, id } = await newMember(acme, 'Uta')
    const own = await signedInBefore(email, id)
    await call(newProgram(), login, { email })
    const { status, code } = await ask(own, email)
    for (const _ of Array(4)) await ask(newProgram(), email)
    expect([status, await enter(own, id, code)]).toEqual(['emailsent', 'LoginSuccess'])
  })

  test('has a budget too, and for nobody else', async () => {
    const [one, other] = [await newMember(acme, 'Udo'), await newMember(acme, 'Uwe')]
    const own = await signedInBefore(one.email, one.id)
    for (const _ of Array(6)) await ask(own, one.email)
    for (const _ of Array(5)) await ask(newProgram(), other.email)
    await ask(own, other.email)
    expect([await countMails(one.email), await countMails(other.email)]).toEqual([6, 5])
  })

  test('is known by a cookie that no script reads, for half a year', async () => {
    const { email } = await newMember(acme, 'Una')
    const answer = await app.inject({
      ...{ method: 'POST', url: login.path, remoteAddress: '192.0.2.240' },
      ...{ headers: { host: settings.appHost }, payload: { email } },
    })
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ name: 'device', httpOnly: true, sameSite: 'Lax', domain: settings.rootDomain })
    expect(cookie?.maxAge).toBe(180 * 24 * 3600)
  })
})
