import { describe, expect, test } from 'vitest'
import {
  changeWorkspace,
  showPublicWorkspace,
  showServiceTrial,
  showWorkspace,
  startServiceTrial,
} from '#contract/workspace/settings.ts'
import { as } from '#test/ask.ts'
import { acme, globex, makeWorkspace, owner } from '#test/world.ts'
import { isReserved, reservedLocalParts, reservedNames } from './check-domain.ts'
import { serviceTrialOf } from './service-trial.ts'

describe('general settings', () => {
  test('are changed by an admin, one at a time', async () => {
    const changed = await as(acme.admin)(changeWorkspace, {
      body: { supportName: 'Acme Help', accentColor: '#0B6A79', closeDays: 0 },
    })
    expect(changed).toMatchObject({ name: 'Acme', supportName: 'Acme Help', accentColor: '#0b6a79', closeDays: 0 })
    expect(await as(globex.admin)(showWorkspace, {})).toMatchObject({ supportName: 'Globex', closeDays: 7 })
  })

  test('tell the address that customers write to', async () => {
    expect(await as(acme.agent)(showWorkspace, {})).toMatchObject({
      supportAddress: `support@${acme.domain}.startuptools.localhost`,
    })
  })

  test('refuse a logo of another workspace', async () => {
    const { rows } = await owner.query(
      `insert into files (workspace_id, name, mime, bytes) values ($1, 'logo.png', 'image/png', 1) returning id`,
      [globex.id],
    )
    expect(await as(acme.admin)(changeWorkspace, { body: { logoFileId: rows[0].id } })).toMatchObject({
      code: 'file-not-found',
    })
  })

  test('show the public only name, colour and logo', async () => {
    expect(await as(null)(showPublicWorkspace, { query: { domain: globex.domain } })).toEqual({
      domain: globex.domain,
      name: 'Globex',
      accentColor: null,
      logoUrl: null,
    })
  })
})

describe('the Service trial', () => {
  test('is started once by an admin and lasts as long as the settings say', async () => {
    const place = await makeWorkspace('trial-co', 'Trial', ['Uma', 'Udo', 'Ute', 'Uli'])
    await owner.query('update service_settings set started_at = null where workspace_id = $1', [place.id])
    expect(await as(place.agent)(startServiceTrial, {})).toMatchObject({ status: 403 })
    expect(await as(place.agent)(showServiceTrial, {})).toMatchObject({ state: 'not-started' })
    const started = await as(place.admin)(startServiceTrial, {})
    expect(started).toMatchObject({ state: 'trial', daysLeft: 14 })
    expect(await as(place.admin)(startServiceTrial, {})).toMatchObject({ startedAt: started.startedAt })
  })

  test('ends by time, unless a plan is active or there is no trial', () => {
    const startedAt = '2026-01-01T00:00:00.000Z'
    const now = Date.parse('2026-01-15T00:00:00.000Z')
    expect(serviceTrialOf({ plan: 'free', serviceStartedAt: startedAt }, 14, now)).toMatchObject({
      state: 'ended',
      daysLeft: 0,
    })
    expect(serviceTrialOf({ plan: 'free', serviceStartedAt: startedAt }, 14, now - 1)).toMatchObject({
      state: 'trial',
      daysLeft: 1,
    })
    expect(serviceTrialOf({ plan: 'active', serviceStartedAt: startedAt }, 14, now)).toMatchObject({ state: 'active' })
    expect(serviceTrialOf({ plan: 'free', serviceStartedAt: null }, 0, now)).toMatchObject({ state: 'unlimited' })
  })
})

describe('reserved names', () => {
  test.each(['app', 'api', 'files', 'mail', 'www'])(
    '%s is a host of ours or the web’s and never a workspace',
    (name) => {
      expect(reservedNames.has(name)).toBe(true)
    },
  )

  test('each is a name that a workspace could have', () => {
    const names = [...reservedNames, ...reservedLocalParts]
    expect(names.filter((name) => !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name))).toEqual([])
    expect(reservedNames.has('acme-challenge')).toBe(true)
  })

  test.each(['supp0rt', 'a-p-i', 'ns7', 'rnail', 'autodiscover2'])('%s looks like one and is refused too', (name) => {
    expect(isReserved(name)).toBe(true)
  })

  test.each(['halyard', 'bramble', 'acme-corp', 'globex'])('%s is free', (name) => {
    expect(isReserved(name)).toBe(false)
  })
})
