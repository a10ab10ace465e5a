import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPreviewLink } from '#contract/knowledge-base/preview-links.ts'
import * as identity from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { inIdentity } from '#server/platform/database.ts'
import { accessTokens } from '#server/platform/http/credentials/access-token.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { keyringOf, loadSecrets, rotateSecrets, takeOverSecrets } from '#server/platform/secrets.ts'
import { mailSecurityNotice, sealNotice } from '#server/workspace/identity/jobs.ts'
import { as } from '#test/ask.ts'
import { admin, newFolder, newMigratedInstallation } from '#test/copy-world.ts'
import { mailIn } from '#test/mail-in.ts'
import { mailedTicket, messagesOf } from '#test/mailed-ticket.ts'
import { newArticle } from '#test/new-article.ts'
import { codeOf, freshEmail } from '#test/sign-in.ts'
import { acme, app, mailsTo, newMember, owner, platform, settings } from '#test/world.ts'

const secretsOf = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
const keyNames = ['jwtKey', 'codePepper', 'fileUrlKey', 'mailKey', 'sealKey'] as const

test('each key is replaced and the ones before are kept, but for what opens the database', async () => {
  const { dataDir, admin: ask } = await newMigratedInstallation()
  const first = loadSecrets(dataDir)
  expect(await ask('secrets', 'rotate')).toContain('stay valid')
  const second = secretsOf(dataDir)
  await ask('secrets', 'rotate')
  const third = secretsOf(dataDir)
  for (const name of keyNames) {
    expect(new Set([first[name], second[name], third[name]]).size).toBe(3)
    expect(third.former[name]).toEqual([second[name], first[name]])
  }
  expect(third).toMatchObject({ databasePassword: first.databasePassword, roleSuffix: first.roleSuffix })
  expect(third.rolePassword).not.toBe(first.rolePassword)

  expect(await ask('secrets', 'rotate', '--forget')).toContain('file URLs and links to drafts stop working')
  const last = secretsOf(dataDir)
  expect(last.former).toEqual({ sealKey: [third.sealKey, second.sealKey, first.sealKey] })
  expect(last.mailKey).not.toBe(third.mailKey)
})

test('secrets are not rotated beside a running server', async () => {
  const before = secretsOf(settings.dataDir)
  await expect(admin('secrets', 'rotate')).rejects.toThrow('A server is using this database: stop all servers first.')
  expect(secretsOf(settings.dataDir)).toEqual(before)
})

/** Rotates the secrets. Until the test ends, the server uses the rotated secrets. */
function rotate(forgetsFormer: boolean) {
  const folder = newFolder()
  takeOverSecrets(folder, loadSecrets(settings.dataDir))
  const rotated = rotateSecrets(folder, { forgetsFormer })
  const { keys, tokens } = platform
  Object.assign(platform, {
    keys: {
      codePepper: keyringOf(rotated, 'codePepper'),
      fileUrl: keyringOf(rotated, 'fileUrlKey'),
      mail: keyringOf(rotated, 'mailKey'),
      seal: keyringOf(rotated, 'sealKey'),
    },
    tokens: accessTokens(keyringOf(rotated, 'jwtKey'), settings.rootDomain),
  })
  onTestFinished(() => void Object.assign(platform, { keys, tokens }))
}

const statusOf = async (url: string) => {
  const { host, pathname } = new URL(url)
  return (await app.inject({ url: pathname, headers: { host } })).statusCode
}

// Creates everything that depends on secrets: a session, a code, a preview link, a reply address, and an encrypted mail
// in the queue.
async function giveOut() {
  const [signedIn, member] = [await newMember(acme, 'Session'), await newMember(acme, 'Code')]
  await as(null)(identity.login, { body: { email: member.email } })
  const code = await codeOf(member.email)
  const mailed = await mailedTicket(acme)
  const { id } = await newArticle({ title: 'Not yet' })
  const { url } = await as(acme.admin)(createPreviewLink, { params: { id }, body: {} })
  const address = freshEmail()
  const sealed = sealNotice(platform.keys.seal, { address, notice: 'new-device' })
  await inIdentity(platform.identity, (tx) => enqueue(tx, mailSecurityNotice, sealed))
  return { signedIn, member, code, mailed, url, address }
}

test('after a rotation sessions, codes, reply addresses and what is encrypted are good as before', async () => {
  const { signedIn, member, code, mailed, url, address } = await giveOut()
  rotate(false)
  expect(await as(signedIn)(showViewer, {})).toMatchObject({ id: signedIn.id })
  expect(await as(null)(identity.validateLogin, { body: { userGuidId: member.id, code } })).toMatchObject({
    message: 'LoginSuccess',
  })
  expect(await statusOf(url)).toBe(200)
  await mailIn({ from: mailed.from, to: mailed.answer.replyTo, text: 'After the rotation' })
  expect((await messagesOf(acme, mailed.id)).at(-1)).toMatchObject({ bodyText: 'After the rotation' })
  expect(await mailsTo(address)).toHaveLength(1)
})

test('after a leak what the old keys signed is refused, and sessions and what is encrypted go on', async () => {
  const { signedIn, member, code, mailed, url, address } = await giveOut()
  rotate(true)
  expect(await as(signedIn)(showViewer, {})).toMatchObject({ status: 401 })
  const { refreshToken } = signedIn
  const renewed = await as(null)(identity.refreshToken, { body: { refreshToken } })
  expect(await as({ ...signedIn, token: renewed.accessToken })(showViewer, {})).toMatchObject({ id: signedIn.id })
  expect(await as(null)(identity.validateLogin, { body: { userGuidId: member.id, code } })).toMatchObject({
    message: 'InvalidCode',
  })
  expect(await statusOf(url)).toBe(404)
  await mailIn({ from: mailed.from, to: mailed.answer.replyTo, text: 'After the leak' })
  const { rows } = await owner.query(
    `select ticket_id = $2 as is_on_ticket from messages where workspace_id = $1 and body_text = 'After the leak'`,
    [acme.id, mailed.id],
  )
  expect(rows).toEqual([{ is_on_ticket: false }])
  expect(await mailsTo(address)).toHaveLength(1)
})
